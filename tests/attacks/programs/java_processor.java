// run code while it is compiled: an annotation processor and a compiler plug-in that the source itself declares
import java.nio.file.*;
import java.util.*;
import javax.annotation.processing.*;
import javax.lang.model.element.*;
import javax.tools.*;

@SupportedAnnotationTypes("*")
public class java_processor extends AbstractProcessor implements com.sun.source.util.Plugin {
    static final String SEEN = seen();

    static String seen() {
        try {
            return "BREACH " + Files.readString(Path.of("@SECRET@"));
        } catch (Exception e) {
            return "" + e;
        }
    }

    public String getName() { return "own"; }
    public void init(com.sun.source.util.JavacTask task, String... words) { throw new Error(SEEN); }
    public boolean process(Set<? extends TypeElement> types, RoundEnvironment round) {
        processingEnv.getMessager().printMessage(Diagnostic.Kind.ERROR, SEEN);
        return true;
    }
    public static void main(String[] words) { System.out.println(missing); }
}
