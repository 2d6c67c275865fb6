import java.io.OutputStream;
import java.io.Reader;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.Properties;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;

/** Sends one statement as an application on JDBC does: PORT DATABASE USER APPLICATION CASE. */
public final class JdbcDriver {
    private static final String SCAN = "SELECT count(*), (SELECT pg_sleep(?)) FROM sales WHERE note LIKE ?";
    private static final String SLOW = "(SELECT pg_sleep(30))";

    private JdbcDriver() {
    }

    public static void main(String[] words) throws Exception {
        Properties how = new Properties();
        how.setProperty("user", words[2]);
        how.setProperty("ApplicationName", words[3]);
        try (Connection connection = DriverManager.getConnection("jdbc:postgresql://127.0.0.1:" + words[0] + "/" + words[1], how)) {
            run(connection, words[4]);
        }
    }

    private static void run(Connection connection, String what) throws Exception {
        switch (what) {
            case "point" -> query(connection, "SELECT amount, " + SLOW + " FROM sales WHERE id = ?", 500L);
            case "scan" -> query(connection, SCAN, 30.0, "%77%");
            case "prepared" -> prepared(connection);
            case "cursor" -> cursor(connection);
            case "update" -> query(connection, "UPDATE sales SET amount = amount + ? WHERE id = ? RETURNING " + SLOW, 2, 513L);
            case "batch" -> batch(connection);
            case "copy out" -> copy(connection).copyOut("COPY (SELECT *, " + SLOW + " FROM sales) TO STDOUT", OutputStream.nullOutputStream());
            case "copy in" -> copy(connection).copyIn("COPY notes FROM STDIN", new SlowRows());
            default -> throw new IllegalArgumentException(what);
        }
    }

    private static void query(Connection connection, String text, Object... values) throws Exception {
        try (PreparedStatement statement = connection.prepareStatement(text)) {
            execute(statement, values);
        }
    }

    // From its fifth execution on the driver names the statement and the server keeps it.
    private static void prepared(Connection connection) throws Exception {
        try (PreparedStatement statement = connection.prepareStatement(SCAN)) {
            for (int i = 0; i < 8; i++) {
                execute(statement, 0.0, "%77%");
            }
            execute(statement, 30.0, "%77%");
        }
    }

    // With a fetch size and a transaction the rows come from a portal, a hundred at a time.
    private static void cursor(Connection connection) throws Exception {
        connection.setAutoCommit(false);
        try (PreparedStatement statement = connection.prepareStatement("SELECT id, note, " + SLOW + " FROM sales")) {
            statement.setFetchSize(100);
            execute(statement);
        }
    }

    private static void batch(Connection connection) throws Exception {
        String text = "INSERT INTO totals SELECT item, sum(amount), (SELECT pg_sleep(?))::text FROM sales GROUP BY item";
        try (PreparedStatement statement = connection.prepareStatement(text)) {
            for (double seconds : new double[] {0, 30}) {
                statement.setDouble(1, seconds);
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    private static void execute(PreparedStatement statement, Object... values) throws Exception {
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                rows.getObject(1);
            }
        }
    }

    private static CopyManager copy(Connection connection) throws Exception {
        return connection.unwrap(PGConnection.class).getCopyAPI();
    }

    /** Rows without an end, a few of them at a time. */
    private static final class SlowRows extends Reader {
        private long id = 4000000;

        @Override
        public int read(char[] buffer, int offset, int length) {
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                return -1;
            }
            String row = id++ + "\tx\n";
            row.getChars(0, row.length(), buffer, offset);
            return row.length();
        }

        @Override
        public void close() {
        }
    }
}
