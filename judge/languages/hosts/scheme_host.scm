; Loads a posted Scheme function, calls it with a case's arguments, sends back its result.
;
;   guile scheme_host.scm SOURCE [--curried] [--mutated] [--complex-numbers]
;
; Standard input: one JSON list of arguments. Descriptor 3: the result as text, then a line's end.
(use-modules (ice-9 textual-ports) (ice-9 regex) (srfi srfi-1))

; The next JSON value of a port: a list is a list, an object a list of pairs, or a hash table where the
; source calls hash-ref. Its keys are texts, or symbols where the source quotes one as 'key and none as "key".
(define host-source (call-with-input-file (cadr (command-line)) get-string-all))
(define host-hashes? (string-contains host-source "hash-ref"))
(define (host-object pairs)
  (let ((pairs (map (lambda (pair) (cons (host-key (car pair)) (cdr pair))) pairs)))
    (if host-hashes? (let ((table (make-hash-table))) (for-each (lambda (pair) (hash-set! table (car pair) (cdr pair))) pairs) table) pairs)))
(define (host-key text)
  (if (and (string-contains host-source "'") (not (string-contains host-source (format #f "~s" text)))
           (or (string-contains host-source (string-append "'" text)) (string-contains host-source (string-append "(" text " . "))
               (string-contains host-source "string->symbol")))
      (string->symbol text) text))
(define (host-json port)
  (define (skip) (when (memv (peek-char port) '(#\space #\, #\: #\newline)) (read-char port) (skip)))
  (skip)
  (case (peek-char port)
    ((#\[) (read-char port) (host-items port))
    ((#\{) (read-char port) (host-object (host-pairs (host-items port))))
    ((#\") (read port))
    (else (host-word (let loop ((c (peek-char port)) (found '()))
            (if (or (eof-object? c) (memv c '(#\space #\, #\] #\} #\newline)))
                (list->string (reverse found))
                (begin (read-char port) (loop (peek-char port) (cons c found)))))))))
(define (host-items port)
  (let loop ((found '()))
    (let ((c (peek-char port)))
      (cond ((memv c '(#\] #\})) (read-char port) (reverse found))
            ((memv c '(#\space #\, #\: #\newline)) (read-char port) (loop found))
            (else (loop (cons (host-json port) found)))))))
(define (host-pairs items)
  (if (null? items) '() (cons (cons (car items) (cadr items)) (host-pairs (cddr items)))))
(define (host-word text)
  (cond ((equal? text "true") #t) ((equal? text "false") #f) ((equal? text "null") '())
        (else (string->number text))))

; Streams are those of a module that the source has loaded.
(define host-streams (delay (module-public-interface (resolve-module '(srfi srfi-41)))))
(define (host-stream? value)
  (and (nested-ref-module (resolve-module '() #f) '(srfi srfi-41))
       ((module-ref (force host-streams) 'stream?) value)))

; Where all numbers are complex, one whose imaginary part is 0 is a pair, too.
(define host-complex? (member "--complex-numbers" (command-line)))
(define (host-shown value depth)
  (define (inner item) (host-shown item (+ depth 1)))
  (cond ((unspecified? value) "None")
        ((host-stream? value) (host-shown ((module-ref (force host-streams) 'stream->list) value) depth))
        ((procedure? value) "function")
        ((boolean? value) (if value "True" "False"))
        ((string? value) (if (= depth 0) value (format #f "~s" value)))
        ((char? value) (host-shown (string value) depth))
        ((hash-table? value) (string-append "{" (string-join (hash-map->list
          (lambda (key item) (string-append (inner key) ": " (inner item))) value) ", ") "}"))
        ((vector? value) (host-shown (vector->list value) depth))
        ((list? value) (string-append "[" (string-join (map inner value) ", ") "]"))
        ((and host-complex? (number? value)) (format #f "[~a, ~a]" (real-part value) (imag-part value)))
        ((pair? value) (string-append "[" (inner (car value)) ", " (inner (cdr value)) "]"))
        (else (format #f "~a" value))))

; The value of the source if it can be called; else solve, main or f; else the last definition.
(define (host-callable path)
  (let* ((source host-source)
         (value (call-with-input-string source
                  (lambda (port) (let loop ((value #f) (form (read port)))
                    (if (eof-object? form) value (loop (eval form (current-module)) (read port)))))))
         (names (map (lambda (found) (string->symbol (match:substring found 1)))
                     (list-matches "\\(define[ \n]*\\(*([^() \n]+)" source)))
         (chosen (or (find (lambda (name) (memq name names)) '(solve main f)) (and (pair? names) (last names)))))
    (cond ((procedure? value) value)
          (chosen (eval chosen (current-module)))
          (else (error "no function found in the source")))))

(let* ((reply (fdopen 3 "w"))
       (options (cddr (command-line)))
       (arguments (host-json (current-input-port)))
       (posted (host-callable (cadr (command-line))))
       (result (if (member "--curried" options)
                   (fold (lambda (x f) (f x)) posted arguments)
                   ; Several values are a list of them.
                   (call-with-values (lambda () (apply posted arguments))
                     (lambda found (if (and (pair? found) (null? (cdr found))) (car found) found))))))
  (force-output)
  (display (host-shown (if (member "--mutated" options) (car arguments) result) 0) reply)
  (newline reply)
  (close-port reply))
