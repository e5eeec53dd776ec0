; Loads a posted Clojure function, calls it with a case's arguments, sends back its result.
;
;   clojure clojure_host.clj SOURCE [--curried] [--mutated] [--nil-as-list]
;
; Standard input: one JSON list of arguments. Descriptor 3: the result as text, then a line's end.
; Lists arrive as vectors, objects as maps; their keys are texts, or keywords where the source names them so.
; With --nil-as-list nil is the empty list, of which seq and others make it, as a result or among lists.
(ns posted-host (:require [clojure.string :as text] [clojure.walk :as walk]))

; JSON is Clojure but for its colons; null is nil.
(defn as-clojure [json]
  (text/replace json #"\"(?:\\.|[^\"\\])*\"|:|\bnull\b|/" #(case % ":" " " "null" "nil" %)))

(defn keyed [arguments source]
  (let [names (set (mapcat keys (filter map? (tree-seq coll? seq arguments))))
        written (fn [before behind] (some #(re-find (re-pattern (str before (java.util.regex.Pattern/quote %) behind)) source) names))]
    (if (and (written ":(?:keys\\s*\\[[^\\]]*)?\\b" "(?![\\w-])") (not (written "\"" "\"")))
      (walk/postwalk #(if (map? %) (into {} (for [[k v] %] [(keyword k) v])) %) arguments)
      arguments)))

(defn shown [value depth]
  (cond (nil? value) (if (and (zero? depth) (some #{"--nil-as-list"} *command-line-args*)) "[]" "None")
        (fn? value) "function"
        (string? value) (if (zero? depth) value (pr-str value))
        (and (char? value) (pos? depth) (not (Character/isLetter ^char value))) (pr-str (str value))
        (map? value) (str "{" (text/join ", " (for [[k v] value] (str (shown k 1) ": " (shown v 1)))) "}")
        (and (coll? value) (some nil? value) (some coll? value) (some #{"--nil-as-list"} *command-line-args*))
        (shown (map #(if (nil? %) [] %) value) depth)
        (coll? value) (str "[" (text/join ", " (map #(shown % (inc depth)) value)) "]")
        :else (str value)))

; The value of the source if it can be called; else solve, main or f; else the last function.
(defn callable [source]
  (let [value (binding [*ns* (create-ns 'user)] (clojure.core/refer 'clojure.core) (load-string source))
        names (map second (re-seq #"\(defn?-?\s+([^\s\[\]()]+)" source))
        chosen (or (some (set names) ["solve" "main" "f"]) (last names))]
    (cond (fn? value) value
          chosen @(ns-resolve 'user (symbol chosen))
          :else (throw (Exception. "no function found in the source")))))

(let [[path & options] *command-line-args*
      source (slurp path)
      arguments (keyed (read-string (as-clojure (slurp *in*))) source)
      posted (callable source)
      result (if (some #{"--curried"} options) (reduce #(%1 %2) posted arguments) (apply posted arguments))
      reply (shown (if (some #{"--mutated"} options) (first arguments) result) 0)]
  (flush)
  (spit "/dev/fd/3" (str reply "\n")))
