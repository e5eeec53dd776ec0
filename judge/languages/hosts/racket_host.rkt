; Loads a posted Racket function, calls it with a case's arguments, sends back its result.
;
;   racket racket_host.rkt SOURCE [--curried] [--mutated] [--complex-numbers]
;
; Standard input: one JSON list of arguments. Descriptor 3: the result as text, then a line's end.
; A source without #lang is in the language racket. The keys of an object are symbols, or texts where
; the source writes them in quotes.
#lang racket
(require json)

; Where all numbers are complex, one whose imaginary part is 0 is a pair, too.
(define are-complex? (vector-member "--complex-numbers" (current-command-line-arguments)))

(define (shown value depth)
  (define (inner item) (shown item (add1 depth)))
  (match value
    [(? void?) "None"]
    [(? procedure?) "function"]
    [#t "True"]
    [#f "False"]
    [(? string?) (if (zero? depth) value (~s value))]
    [(? char?) (shown (string value) depth)]
    [(? list?) (format "[~a]" (string-join (map inner value) ", "))]
    [(cons a b) (inner (list a b))]
    [(? hash?) (format "{~a}" (string-join (for/list ([(k v) value]) (format "~a: ~a" (inner k) (inner v))) ", "))]
    [(? number?) #:when are-complex? (format "[~a, ~a]" (real-part value) (imag-part value))]
    [(? integer?) (~a (inexact->exact value))]
    [(? number?) (~a value)]
    [(? sequence?) (inner (sequence->list value))]
    [_ (~a value)]))

; The value of the source if it can be called; else solve, main or f; else the last definition.
(define (callable source)
  (define text (regexp-replace #px"^\\s*(;[^\n]*\n\\s*)*#lang[^\n]*" source ""))
  (define space (make-base-namespace))
  (define forms (parameterize ([current-namespace space])
    (namespace-require 'racket)
    (for/list ([form (in-port read (open-input-string text))]) form)))
  (define names (for/list ([form forms] #:when (and (pair? form) (eq? (car form) 'define)))
    (let loop ([head (cadr form)]) (if (pair? head) (loop (car head)) head))))
  (define value (parameterize ([current-namespace space]) (for/last ([form forms]) (eval form))))
  (define chosen (or (findf (λ (name) (memq name names)) '(solve main f)) (and (pair? names) (last names))))
  (cond [(procedure? value) value]
        [chosen (eval chosen space)]
        [else (error "no function found in the source")]))

(define-values (path options) (match (current-command-line-arguments) [(vector path options ...) (values path options)]))
(define (named? value mark)
  (match value
    [(? hash?) (for/or ([(key item) value]) (or (string-contains? (file->string path) (format mark key)) (named? item mark)))]
    [(? list?) (ormap (λ (item) (named? item mark)) value)]
    [_ #f]))
(define (with-texts value)
  (match value
    [(? hash?) (for/hash ([(key item) value]) (values (~a key) (with-texts item)))]
    [(? list?) (map with-texts value)]
    [_ value]))
(define plain (read-json))
(define arguments (if (and (named? plain "\"~a\"") (not (named? plain "'~a"))) (with-texts plain) plain))
(define posted (callable (file->string path)))
; Several values are a list.
(define (one-or-all . values) (if (= (length values) 1) (car values) values))
(define result (if (member "--curried" options)
                   (for/fold ([f posted]) ([x arguments]) (f x))
                   (call-with-values (λ () (apply posted arguments)) one-or-all)))
(flush-output)
(with-output-to-file "/dev/fd/3" #:exists 'append
  (λ () (displayln (shown (if (member "--mutated" options) (first arguments) result) 0))))
