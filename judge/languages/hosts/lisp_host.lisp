; Loads a posted Common Lisp function, calls it with a case's arguments, sends back its result.
;
;   sbcl --load lisp_host.lisp SOURCE [--curried] [--mutated] [--complex-numbers]
;
; Standard input: one JSON list of arguments. Descriptor 3: the result as text, then a line's end.
(defpackage :posted-host (:use :cl))
(in-package :posted-host)
(declaim (sb-ext:muffle-conditions warning sb-ext:compiler-note))

; JSON is Lisp once its brackets are round and its commas blanks.
(defstruct object pairs)
; A text up to its quote: two codes of four digits may be one character.
(defun read-code (s) (parse-integer (coerce (loop repeat 4 collect (read-char s)) 'string) :radix 16))
(defun read-text (s quote)
  (coerce (loop for c = (read-char s) until (char= c quote)
    collect (if (char/= c #\\) c
      (let ((sign (read-char s)))
        (case sign (#\n #\Newline) (#\t #\Tab) (#\r #\Return) (#\b #\Backspace) (#\f #\Page)
          (#\u (let ((code (read-code s)))
            (code-char (if (/= (ash code -10) #x36) code
              (progn (read-char s) (read-char s)
                (+ #x10000 (ash (logand code #x3ff) 10) (logand (read-code s) #x3ff)))))))
          (t sign))))) 'string))
(defun read-arguments ()
  (let ((*readtable* (copy-readtable)) (*read-default-float-format* 'double-float))
    (dolist (c '(#\, #\:)) (set-syntax-from-char c #\space))
    (set-macro-character #\" #'read-text)
    (dolist (pair '((#\[ . #\]) (#\{ . #\})))
      (set-macro-character (car pair) (let ((end (cdr pair))) (lambda (s c)
        (let ((items (read-delimited-list end s)))
          (if (char= c #\{) (make-object :pairs (loop for (key value) on items by #'cddr collect (cons key value))) items)))))
      (set-macro-character (cdr pair) (get-macro-character #\))))
    (read)))

(defun names (value)
  (typecase value
    (object (loop for (key . item) in (object-pairs value) collect key append (names item)))
    (cons (mapcan #'names value))))

; An object is a list of pairs, a table where the source calls gethash and not assoc, a property list where
; it calls getf. Its keys are texts, or keywords or symbols where the source names one so and none in quotes.
(defun as-arguments (value source)
  (flet ((written (form) (some (lambda (name) (search (format nil form name) source :test #'char-equal)) (names value)))
         (calls (word) (search word source :test #'char-equal)))
    (let ((package (cond ((written "\"~a\"") nil) ((written ":~a") :keyword) ((written "'~a") :cl-user))))
      (labels ((as-key (key) (if package (intern (string-upcase key) package) key))
               (as-value (item)
                 (typecase item
                   (object (let ((pairs (loop for (key . its) in (object-pairs item) collect (cons (as-key key) (as-value its)))))
                     (cond ((calls "getf") (loop for (key . its) in pairs append (list key its)))
                           ((and (calls "gethash") (not (calls "assoc")))
                            (let ((table (make-hash-table :test 'equal)))
                              (loop for (key . its) in pairs do (setf (gethash key table) its))
                              table))
                           (t pairs))))
                   (cons (mapcar #'as-value item))
                   (t (case item (true t) ((false null) nil) (t item))))))
        (as-value value)))))

; The rows of an array of several dimensions, from the indices of one place on.
(defun rows (value indices)
  (let ((depth (length indices)))
    (if (= depth (array-rank value))
        (apply #'aref value indices)
        (loop for index below (array-dimension value depth)
              collect (rows value (append indices (list index)))))))

; Beside T and nothing else, NIL is no empty list; in a list of nothing else it may be both.
(defun are-truths (items) (and (member t items) (every (lambda (item) (member item '(t nil))) items)))
(defun shown-nil (items) (cond ((are-truths items) "False") ((every #'null items) "NIL") (t "[]")))

; Where all numbers are complex, one whose imaginary part is 0 is a pair, too.
(defparameter *are-complex* (member "--complex-numbers" sb-ext:*posix-argv* :test #'string=))

(defun are-complex (value) (declare (ignore value)) *are-complex*)

(defun shown (value depth)
  (typecase value
    ((and number (satisfies are-complex)) (format nil "[~f, ~f]" (realpart value) (imagpart value)))
    (null "[]")
    (function "function")
    (string (if (zerop depth) value (format nil "~s" value)))
    (vector (shown (coerce value 'list) depth))
    (array (shown (rows value nil) depth))
    (hash-table (format nil "{~{~a~^, ~}}" (loop for key being the hash-keys of value using (hash-value item)
                                             collect (format nil "~a: ~a" (shown key 1) (shown item 1)))))
    (character (if (zerop depth) (string value) (format nil "~s" (string value))))
    (cons (format nil "[~{~a~^, ~}]"
            (mapcar (lambda (item) (if item (shown item (1+ depth)) (shown-nil value))) value)))
    (integer (format nil "~d" value))
    (rational (format nil "~a" value))
    (real (format nil "~f" value))
    ((eql t) "True")
    ((eql void) "void")
    (t (format nil "~a" value))))

; A list with a dotted end is a pair.
(defun plain (value)
  (cond ((atom value) value)
        ((and (cdr value) (atom (cdr value))) (list (plain (car value)) (plain (cdr value))))
        (t (cons (plain (car value)) (plain (cdr value))))))

; The value of the source if it can be called; else solve, main or f; else the last function.
(defun callable (path)
  (let ((*package* (find-package :cl-user)) value names)
    (with-open-file (source path)
      (loop for form = (read source nil source) until (eq form source)
            do (setf value (eval form))
               (when (and (consp form) (eq (car form) 'defun)) (push (cadr form) names))))
    (cond ((functionp value) value)
          (names (symbol-function
                   (or (find-if (lambda (n) (member (symbol-name n) '("SOLVE" "MAIN" "F") :test #'string=)) names)
                       (car names))))
          (t (error "no function found in the source")))))

; Whether a source prints anywhere: on some cases that may be nothing.
(defun prints (text)
  (some (lambda (word) (search word text :test #'char-equal))
        '("(format t" "(princ" "(print" "(prin1" "(write" "(terpri" "#'princ" "#'print" "#'write" "'princ" "'print")))

(let* ((words (cdr sb-ext:*posix-argv*))
       (path (find #\- words :key (lambda (word) (char word 0)) :test-not #'char=))
       (text (with-open-file (source path)
         (format nil "~{~a~%~}" (loop for line = (read-line source nil) while line collect line))))
       (arguments (as-arguments (read-arguments) text))
       (posted (callable path))
       (results (multiple-value-list
                 (if (member "--curried" words :test #'string=)
                     (reduce #'funcall arguments :initial-value posted)
                     (apply posted arguments))))
       ; Several values are a list where the source makes them: floor and others give a second one on the side.
       (result (if (and (cdr results) (search "(values" text :test #'char-equal)) results (car results))))
  ; NIL is the empty list, and what a function gives that prints its answer.
  (when (and (null result) (prints text)) (setf result 'void))
  (when (member "--mutated" words :test #'string=) (setf result (car arguments)))
  (finish-output)
  (with-open-file (reply "/dev/fd/3" :direction :output :if-exists :append)
    (write-line (shown (plain result) 0) reply))
  (sb-ext:exit :code 0 :abort t))
