# Loads a posted R function, calls it with a case's arguments, sends back its result.
#
#   Rscript r_host.R SOURCE [--curried] [--names] [--lists] [--mutated]
#
# Standard input: one JSON list of arguments. Descriptor 3: the result as text, then a line's end.
# A list of numbers, of texts or of truths arrives as a vector, a list of lists as a list, an object
# as a list with names. Where the source takes rows and columns of a matrix, and nothing of a list, a
# list of equal rows is a matrix. With --names a result with names is a map,
# with --lists each vector in a list is a list, however short.
posted_host <- function() {
  words <- commandArgs(TRUE)
  with_names <- "--names" %in% words
  # Numbers as names, and not those of all places: what has no other way to be a map.
  is_map <- function(value) {
    if (inherits(value, "table") && length(dim(value)) == 1) return(TRUE)
    keys <- names(value)
    if (with_names && length(keys) > 0 && all(nzchar(keys)) && !anyDuplicated(keys)) return(TRUE)
    length(keys) > 0 && all(grepl("^[0-9]+$", keys)) && !anyDuplicated(keys) && !identical(keys, as.character(seq_along(value)))
  }
  shown <- function(value, depth = 0, rows = FALSE) {
    if (is.null(value)) return(if (depth) "[]" else "None")
    if (is.function(value)) return("function")
    if (is.matrix(value)) value <- lapply(seq_len(nrow(value)), function(i) value[i, ])
    if (is.data.frame(value)) # its rows
      value <- lapply(seq_len(nrow(value)), function(i) unlist(value[i, ], use.names = FALSE))
    # Texts without digits, in which a blank or a bracket is a part of the text.
    is_text <- function(item, among) length(among) > 1 && grepl("[^[:alnum:]]", item) && !grepl("[0-9]", item)
    one <- function(item) {
      if (is.list(item)) shown(item, depth + 1)
      else if (is.character(item)) { if (depth || is_text(item, value)) encodeString(item, quote = '"') else item }
      else if (is.na(item)) "None"
      else format(item, digits = 15, scientific = FALSE, trim = TRUE)
    }
    if (is_map(value)) {
      if (!length(value)) return("{}")
      items <- vapply(value, function(x) if (is.list(x) || length(x) != 1) shown(x, 1, TRUE) else one(x), "")
      keys <- ifelse(grepl("^[0-9]+$", names(value)), names(value), encodeString(names(value), quote = '"'))
      return(paste0("{", paste0(keys, ": ", items, collapse = ", "), "}"))
    }
    if (!is.list(value) && length(value) == 1 && !rows) return(one(value))
    # Vectors of one item are lists beside longer ones, else numbers.
    within <- is.list(value) && ("--lists" %in% words || any(vapply(value, function(x) is.atomic(x) && length(x) != 1, NA)))
    items <- if (is.list(value)) vapply(value, shown, "", depth + 1, within) else vapply(value, one, "")
    paste0("[", paste(items, collapse = ", "), "]")
  }
  # JSON is R once its brackets are calls.
  read_json <- function(text) {
    quoted <- gregexpr('"(\\\\.|[^"\\\\])*"', text)
    strings <- regmatches(text, quoted)
    regmatches(text, quoted) <- list(rep("\001", length(strings[[1]])))
    text <- gsub("[", "make(", gsub("]", ")", text, fixed = TRUE), fixed = TRUE)
    text <- gsub("{", "object(", gsub("}", ")", text, fixed = TRUE), fixed = TRUE)
    text <- gsub("\001:", "\001=", text, fixed = TRUE)
    text <- gsub("false", "FALSE", gsub("true", "TRUE", gsub("null", "NULL", text)))
    for (string in strings[[1]]) text <- sub("\001", gsub("\\", "\\\\", string, fixed = TRUE), text)
    make <- function(...) {
      items <- list(...)
      plain <- all(vapply(items, function(x) is.atomic(x) && !is.null(x) && is.null(attr(x, "vector")), NA))
      if (!length(items)) return(structure(logical(0), vector = TRUE)) # which is of any type
      if (plain) structure(unlist(items), vector = TRUE) else structure(items, vector = TRUE)
    }
    object <- function(...) structure(list(...), vector = TRUE)
    bare <- function(x) {
      attr(x, "vector") <- NULL
      if (is.list(x)) lapply(x, bare) else x
    }
    items <- eval(parse(text = sub("make(", "list(", text, fixed = TRUE)), list(make = make, object = object))
    lapply(items, bare)
  }
  # Whether a list of lists, and no other list, is among the arguments: then a column of a matrix is a list of rows.
  takes_rows <- function(text) {
    signs <- strsplit(gsub('"(\\\\.|[^"\\\\])*"', "", text), "")[[1]]
    depth <- cumsum((signs == "[") - (signs == "]"))
    sum(signs == "[" & depth == 2) == 1 && max(depth) == 3 && !any(signs == "{")
  }
  given <- paste(readLines(file("stdin"), warn = FALSE), collapse = "\n")
  arguments <- read_json(given)
  source <- paste(readLines(words[1], warn = FALSE), collapse = "\n")
  takes_matrix <- grepl("^\\s*(det|solve|diag|t|(row|col)(Sums|Means))\\s*$", source) || grepl("\\b(apply|sweep|nrow|ncol|dim|(row|col)(Sums|Means)|max\\.col|det|solve|diag|t)\\(|%\\*%|\\[[^][]*,[^][]*\\]", source) &&
    !grepl("\\b([rc]bind|unlist|[slvmt]apply|Map|Reduce|Filter|matrix|array|simplify2array|expand\\.grid|combn)\\b|\\[\\[", source)
  as_matrix <- function(x) {
    is_rows <- is.list(x) && length(x) > 0 && is.null(names(x)) && all(vapply(x, is.numeric, NA)) && length(unique(lengths(x))) == 1
    if (is_rows) do.call(rbind, x) else x
  }
  if (takes_matrix) arguments <- lapply(arguments, as_matrix)
  space <- new.env(parent = globalenv())
  value <- NULL
  expressions <- parse(words[1], keep.source = FALSE)
  for (expression in expressions) value <- eval(expression, space)
  names <- Filter(function(name) is.function(space[[name]]), unlist(lapply(expressions, function(e)
    if (is.call(e) && as.character(e[[1]])[1] %in% c("<-", "=")) as.character(e[[2]])[1])))
  known <- intersect(c("solve", "main", "f"), names)
  last <- expressions[[length(expressions)]]
  posted <- if (is.function(value) && !(is.call(last) && as.character(last[[1]])[1] %in% c("<-", "="))) value
    else if (length(known)) space[[known[1]]]
    else if (length(names)) space[[names[length(names)]]]
    else stop("no function found in the source")
  heard <- textConnection(NULL, "w", local = TRUE)
  sink(heard, split = TRUE)
  result <- if ("--curried" %in% words) Reduce(function(f, x) f(x), arguments, posted)
    else do.call(posted, arguments, quote = TRUE)
  sink()
  # NULL is the vector of no items, and what a function gives that has printed its answer.
  if (is.null(result) && !length(textConnectionValue(heard)) && !isIncomplete(heard)) result <- list()
  if ("--mutated" %in% words) result <- arguments[[1]]
  reply <- file("/dev/fd/3", "w", raw = TRUE)
  if (is.matrix(result) && ncol(result) == 1 && nrow(result) > 1 && takes_rows(given)) result <- lapply(result, list)
  writeLines(shown(result), reply)
  close(reply)
}
posted_host()
