{-# LANGUAGE FlexibleInstances #-}
-- The host of a posted Haskell function: the posted source stands in it, and both are compiled as one.
--
--   haskell_host
--
-- Standard input: one JSON list of arguments. Descriptor 3: the result as text, then a line's end.
-- Arguments are made of the types that the function takes; a JSON list may be a list or a tuple.
-- `judgeChosen`, which is written behind, says of which types: see the table of languages.
import qualified Data.IORef as JudgeRef
import qualified Data.Map as JudgeMap
import qualified Data.Ratio as JudgeRatio
import qualified Data.Set as JudgeSet
import qualified GHC.IO.Handle.FD as JudgeFD
import qualified Prelude as Judge
import qualified System.IO as JudgeIO
import Prelude

@declaration@

data JudgeJson = JudgeWord Judge.String | JudgeText Judge.String | JudgeItems [JudgeJson]

judgeParse :: Judge.String -> (JudgeJson, Judge.String)
judgeParse (c : more)
  | c `Judge.elem` " \n,:" = judgeParse more
  | c Judge.== '[' = judgeItems more []
  | c Judge.== '{' = let (JudgeItems both, rest) = judgeItems more [] in (JudgeItems (judgeValues both), rest)
  | c Judge.== '"' = judgeText more []
judgeParse text = let (word, rest) = Judge.break (`Judge.elem` " \n,]}") text in (JudgeWord word, rest)

judgeText :: Judge.String -> Judge.String -> (JudgeJson, Judge.String)
judgeText ('"' : more) made = (JudgeText (Judge.reverse made), more)
judgeText ('\\' : 'u' : more) made
  | code Judge.>= 0xd800, code Judge.< 0xdc00, '\\' : 'u' : others <- rest =
      let (low, after) = judgeCode others
       in judgeText after (Judge.toEnum (0x10000 Judge.+ (code Judge.- 0xd800) Judge.* 1024 Judge.+ low Judge.- 0xdc00) : made)
  | Judge.otherwise = judgeText rest (Judge.toEnum code : made)
  where
    (code, rest) = judgeCode more
judgeText ('\\' : c : more) made = judgeText more (Judge.maybe c Judge.id (Judge.lookup c [('n', '\n'), ('t', '\t'), ('r', '\r'), ('b', '\b'), ('f', '\f')]) : made)
judgeText (c : more) made = judgeText more (c : made)
judgeText [] made = (JudgeText (Judge.reverse made), [])

judgeCode :: Judge.String -> (Judge.Int, Judge.String)
judgeCode text = let (digits, rest) = Judge.splitAt 4 text in (Judge.read ('0' : 'x' : digits), rest)

judgeItems :: Judge.String -> [JudgeJson] -> (JudgeJson, Judge.String)
judgeItems (c : more) made
  | c `Judge.elem` " \n,:" = judgeItems more made
  | c `Judge.elem` "]}" = (JudgeItems (Judge.reverse made), more)
judgeItems text made = let (item, rest) = judgeParse text in judgeItems rest (item : made)

-- An object is the values of its keys, in their order.
judgeValues :: [JudgeJson] -> [JudgeJson]
judgeValues (_ : value : more) = value : judgeValues more
judgeValues _ = []

-- A type of arguments.
class JudgeArgument a where
  judgeTo :: JudgeJson -> a
  judgeToList :: JudgeJson -> [a]
  judgeToList (JudgeItems items) = Judge.map judgeTo items
  judgeToList _ = Judge.error "the function takes a list where the case has none"
  -- Of a callback: what adds the arguments of its calls, the latest first.
  judgeTaker :: Judge.Maybe (JudgeRef.IORef [Judge.String] -> a)
  judgeTaker = Judge.Nothing

judgeNumber :: Judge.Read a => JudgeJson -> a
judgeNumber (JudgeWord word) = Judge.read word
judgeNumber _ = Judge.error "the function takes a number where the case has none"

instance JudgeArgument Judge.Int where judgeTo = judgeNumber
instance JudgeArgument Judge.Integer where judgeTo = judgeNumber
instance JudgeArgument Judge.Double where judgeTo = judgeNumber
instance JudgeArgument Judge.Float where judgeTo = judgeNumber
instance JudgeArgument Judge.Bool where
  judgeTo (JudgeWord word) = word Judge.== "true"
  judgeTo _ = Judge.error "the function takes a truth value where the case has none"
instance JudgeArgument Judge.Char where
  judgeTo json = Judge.head (judgeToList json)
  judgeToList (JudgeText text) = text
  judgeToList _ = Judge.error "the function takes a text where the case has none"
instance JudgeArgument a => JudgeArgument [a] where judgeTo = judgeToList
instance (JudgeArgument a, JudgeArgument b) => JudgeArgument (a, b) where
  judgeTo (JudgeItems [a, b]) = (judgeTo a, judgeTo b)
  judgeTo _ = Judge.error "the function takes a pair where the case has none"
instance (JudgeArgument a, JudgeArgument b, JudgeArgument c) => JudgeArgument (a, b, c) where
  judgeTo (JudgeItems [a, b, c]) = (judgeTo a, judgeTo b, judgeTo c)
  judgeTo _ = Judge.error "the function takes a triple where the case has none"

instance (JudgeArgument a, JudgeArgument b, JudgeArgument c, JudgeArgument d) => JudgeArgument (a, b, c, d) where
  judgeTo (JudgeItems [a, b, c, d]) = (judgeTo a, judgeTo b, judgeTo c, judgeTo d)
  judgeTo _ = Judge.error "the function takes four values where the case has none"
instance JudgeArgument a => JudgeArgument (Judge.Maybe a) where
  judgeTo (JudgeWord "null") = Judge.Nothing
  judgeTo json = Judge.Just (judgeTo json)

-- A type of results.
class JudgeResult a where
  judgeShown :: a -> Judge.String
  judgeShownList :: [a] -> Judge.String
  judgeShownList items = "[" Judge.++ judgeJoined (Judge.map judgeItem items) Judge.++ "]"
  -- Within another value a text stands in quotes.
  judgeItem :: a -> Judge.String
  judgeItem = judgeShown
  judgeItemList :: [a] -> Judge.String
  judgeItemList = judgeShownList

judgeQuoted :: Judge.String -> Judge.String
judgeQuoted text = "\"" Judge.++ Judge.concatMap sign text Judge.++ "\""
  where
    sign c
      | c Judge.== '\n' = "\\n"
      | c `Judge.elem` "\\\"" = ['\\', c]
      | Judge.otherwise = [c]

judgeJoined :: [Judge.String] -> Judge.String
judgeJoined [] = ""
judgeJoined items = Judge.foldr1 (\a b -> a Judge.++ ", " Judge.++ b) items

instance JudgeResult Judge.Int where judgeShown = Judge.show
instance JudgeResult Judge.Integer where judgeShown = Judge.show
instance JudgeResult Judge.Double where judgeShown = Judge.show
instance JudgeResult Judge.Float where judgeShown = Judge.show
instance (Judge.Integral a, JudgeResult a) => JudgeResult (JudgeRatio.Ratio a) where
  judgeShown value
    | JudgeRatio.denominator value Judge.== 1 = judgeShown (JudgeRatio.numerator value)
    | Judge.otherwise =
        judgeShown (JudgeRatio.numerator value) Judge.++ "/" Judge.++ judgeShown (JudgeRatio.denominator value)
instance JudgeResult Judge.Bool where judgeShown = Judge.show
instance JudgeResult Judge.Char where
  judgeShown c = [c]
  judgeShownList = Judge.id
  judgeItem c = judgeQuoted [c]
  judgeItemList = judgeQuoted
instance JudgeResult a => JudgeResult [a] where
  judgeShown = judgeShownList
  judgeItem = judgeItemList
instance JudgeResult a => JudgeResult (Judge.Maybe a) where
  judgeShown = Judge.maybe "null" judgeShown
instance (JudgeResult a, JudgeResult b) => JudgeResult (Judge.Either a b) where
  judgeShown = Judge.either judgeShown judgeShown
instance (JudgeResult a, JudgeResult b) => JudgeResult (a, b) where
  judgeShown (a, b) = "[" Judge.++ judgeJoined [judgeItem a, judgeItem b] Judge.++ "]"
instance (JudgeResult a, JudgeResult b, JudgeResult c) => JudgeResult (a, b, c) where
  judgeShown (a, b, c) = "[" Judge.++ judgeJoined [judgeItem a, judgeItem b, judgeItem c] Judge.++ "]"
instance (JudgeResult k, JudgeResult v) => JudgeResult (JudgeMap.Map k v) where
  judgeShown = judgeShown Judge.. JudgeMap.toList
instance JudgeResult a => JudgeResult (JudgeSet.Set a) where
  judgeShown = judgeShown Judge.. JudgeSet.toList

instance JudgeResult a => JudgeArgument (a -> Judge.IO ()) where
  judgeTo _ = Judge.error "the function takes a callback where the case has a value"
  judgeTaker = Judge.Just (\calls value -> JudgeRef.modifyIORef calls (judgeShown value :))
instance (JudgeResult a, JudgeResult b) => JudgeArgument (a -> b -> Judge.IO ()) where
  judgeTo _ = Judge.error "the function takes a callback where the case has a value"
  judgeTaker = Judge.Just (\calls one two -> JudgeRef.modifyIORef calls (judgeShown (one, two) :))

-- What a call gives: a result, an action that prints, or a function of the next argument.
class JudgeCall f where judgeCall :: f -> [JudgeJson] -> Judge.IO Judge.String

judgeReturn :: JudgeResult a => a -> [JudgeJson] -> Judge.IO Judge.String
judgeReturn value [] = Judge.return (judgeShown value)
judgeReturn _ _ = Judge.error "the function takes fewer arguments than the case has"

instance (JudgeArgument a, JudgeCall b) => JudgeCall (a -> b) where
  judgeCall f (json : more) = judgeCall (f (judgeTo json)) more
  judgeCall f [] = case judgeTaker of
    Judge.Nothing -> Judge.return "function"
    Judge.Just taker -> do
      calls <- JudgeRef.newIORef []
      _ <- judgeCall (f (taker calls)) []
      taken <- JudgeRef.readIORef calls
      Judge.return (if Judge.length taken Judge.== 1 then Judge.head taken else "[" Judge.++ judgeJoined (Judge.reverse taken) Judge.++ "]")
instance JudgeCall (Judge.IO a) where judgeCall act _ = act Judge.>> Judge.return "void"
instance JudgeCall Judge.Int where judgeCall = judgeReturn
instance JudgeCall Judge.Integer where judgeCall = judgeReturn
instance JudgeCall Judge.Double where judgeCall = judgeReturn
instance JudgeCall Judge.Float where judgeCall = judgeReturn
instance (Judge.Integral a, JudgeResult a) => JudgeCall (JudgeRatio.Ratio a) where
  judgeCall = judgeReturn
instance JudgeCall Judge.Bool where judgeCall = judgeReturn
instance JudgeCall Judge.Char where judgeCall = judgeReturn
instance JudgeResult a => JudgeCall [a] where judgeCall = judgeReturn
instance JudgeResult a => JudgeCall (Judge.Maybe a) where judgeCall = judgeReturn
instance (JudgeResult a, JudgeResult b) => JudgeCall (Judge.Either a b) where judgeCall = judgeReturn
instance (JudgeResult a, JudgeResult b) => JudgeCall (a, b) where judgeCall = judgeReturn
instance (JudgeResult a, JudgeResult b, JudgeResult c) => JudgeCall (a, b, c) where
  judgeCall = judgeReturn
instance (JudgeResult k, JudgeResult v) => JudgeCall (JudgeMap.Map k v) where judgeCall = judgeReturn
instance JudgeResult a => JudgeCall (JudgeSet.Set a) where judgeCall = judgeReturn

judgeFunction = (@expression@
  )

main :: Judge.IO ()
main = do
  input <- JudgeIO.getContents
  let (JudgeItems json, _) = judgeParse input
  text <- judgeChosen json
  reply <- JudgeFD.fdToHandle 3
  JudgeIO.hSetEncoding reply JudgeIO.utf8
  -- Evaluated whole before any of it leaves: the end of the line says that it has returned.
  Judge.length text `Judge.seq` JudgeIO.hFlush JudgeIO.stdout
  JudgeIO.hPutStrLn reply text
  JudgeIO.hClose reply
