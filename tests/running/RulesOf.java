import java.nio.file.*;
import java.util.*;

/** Tells for each outermost class in a folder whether it may answer many inputs in one process, and
 * whether it keeps nothing. */
class RulesOf {
    public static void main(String[] words) throws Exception {
        final Map<String, Map<String, byte[]>> sources = new TreeMap<>();
        try (var files = Files.list(Path.of(words[0]))) {
            for (Path file : files.toList()) {
                final String name = file.getFileName().toString().replaceAll("\\.class$", "");
                sources.computeIfAbsent(name.replaceAll("\\$.*", ""), key -> new TreeMap<>()).put(name, Files.readAllBytes(file));
            }
        }
        sources.forEach((name, own) -> {
            final var files = own.values().stream().map(JudgeClassFile::new).toList();
            System.out.println(name + " " + new JudgeRules(own.keySet(), files, false).hold()
                    + " " + files.stream().allMatch(JudgeClassFile::keepsNothing));
        });
    }
}
