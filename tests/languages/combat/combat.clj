(defn subsets [s] (reduce (fn [found x] (concat found (map #(cons x %) found))) [[]] s))
(defn f [a d]
  (let [m (inc (count a))
        blocks (reduce (fn [found _] (for [c found b (range m)] (conj c b))) [[]] d)
        score (fn [block]
                (reduce + (map-indexed
                  (fn [j [p q]]
                    (let [gang (for [[y b] (map vector d block) :when (= b (inc j))] y)]
                      (if (empty? gang) (- p)
                        (- (if (>= (reduce + (map first gang)) q) (* 2 (+ p q)) 0)
                           (* 2 (apply max (for [s (subsets gang) :when (<= (reduce + (map second s)) p)]
                                             (reduce + (flatten s)))))))))
                  a)))
        best (apply max-key score blocks)]
    (vec (for [[i b] (map-indexed vector best) :when (pos? b)] [i (dec b)]))))
