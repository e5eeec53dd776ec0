// read the answer, write outside, connect, load a library, and leave processes, in Java
import java.io.*;
import java.net.*;
import java.nio.channels.*;
import java.nio.file.*;
import java.util.*;

public class EveryWay {
    interface Try { boolean run() throws Throwable; }
    static void attempt(String what, Try body) {
        try { if (body.run()) System.out.println("BREACH " + what); } catch (Throwable refused) { }
    }
    public static void main(String[] words) throws Exception {
        if (System.getenv("ATTACK_IN_SANDBOX") == null) System.exit(1);
        Map<String, String> fact = new HashMap<>();
        Scanner in = new Scanner(System.in);
        while (in.hasNext()) fact.put(in.next(), in.next());
        Path secret = Path.of(fact.get("secret"));
        attempt("read", () -> Files.readString(secret).length() > 0);
        attempt("channel", () -> FileChannel.open(secret).size() > 0);
        attempt("write", () -> Files.writeString(Path.of(fact.get("canary"), "java"), "x") != null);
        attempt("link", () -> Files.createLink(Path.of("stolen"), secret) != null);
        attempt("watch", () -> { FileSystems.getDefault().newWatchService(); return true; });
        attempt("lock", () -> FileChannel.open(Path.of("/bin/sh")).lock(0, 1, true) != null);
        attempt("tcp", () -> new Socket("127.0.0.1", Integer.parseInt(fact.get("port"))).isConnected());
        attempt("server", () -> new ServerSocket(0).isBound());
        attempt("http", () -> new URL("http://127.0.0.1:" + fact.get("port")).openStream() != null);
        attempt("environment", () -> Files.readString(Path.of("/proc/1/environ")).contains("JUDGE"));
        for (String who : List.of("agent", "tests"))
            attempt(who, () -> ProcessHandle.of(Long.parseLong(fact.get(who))).get().destroyForcibly());
        attempt("killed all", () -> ProcessHandle.allProcesses()
            .filter(other -> other.pid() > 1 && other.pid() != ProcessHandle.current().pid())
            .anyMatch(ProcessHandle::destroy));
        new ProcessBuilder("/bin/sh", "-c", "trap '' HUP TERM; sleep 1000 & sleep 1000").start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("DONE")));
    }
}
