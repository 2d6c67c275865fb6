using System.Diagnostics;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Drivers;

/// <summary>The drivers, and the programs that send a statement through one: those of <c>tools/drivers</c>.</summary>
internal static class Driver
{
    public const string Npgsql = "Npgsql";
    public const string Jdbc = "JDBC";
    public const string Psycopg2 = "psycopg 2";
    public const string Psycopg3 = "psycopg 3";
    public const string Odbc = "ODBC";

    private const string Jar = "/usr/share/java/postgresql.jar";
    private const string JavaCompiler = "/usr/bin/javac";
    private const string Python = "/usr/bin/python3";
    private const string PythonPackages = "/usr/lib/python3/dist-packages";
    private const string OdbcDrivers = "/etc/odbcinst.ini";
    private static readonly Lazy<string> JavaClasses = new(Compile);

    /// <summary>Those that can be tried here; <c>tools/drivers/run</c> names the packages of the others.</summary>
    public static IEnumerable<string> Installed { get; } =
    [.. new[] { Npgsql, Jdbc, Psycopg2, Psycopg3, Odbc }.Where(IsInstalled)];

    /// <summary>A session that sends the statement of a case, in another program unless it is Npgsql.</summary>
    public static async Task<IDriverSession> StartAsync(
        string driver,
        PostgresCluster cluster,
        string database,
        string application,
        DriverCase what
    )
    {
        if (driver == Npgsql)
            return await NpgsqlSession.StartAsync(cluster, database, application, what.Name);
        string[] program = driver switch
        {
            Jdbc => ["/usr/bin/java", "-cp", $"{Jar}:{JavaClasses.Value}", "JdbcDriver"],
            Psycopg2 => [Python, Source("psycopg_2.py")],
            Odbc => [Python, Source("odbc.py")],
            _ => [Python, Source("psycopg_3.py")],
        };
        return ProgramSession.Start([
            .. program,
            cluster.Port.ToString(CultureInfo.InvariantCulture),
            database,
            PostgresVersionsFixture.Application,
            application,
            what.Name,
        ]);
    }

    private static string Compile()
    {
        var classes = Directory.CreateTempSubdirectory("rgp-jdbc-").FullName;
        AppDomain.CurrentDomain.ProcessExit += (_, _) => Directory.Delete(classes, recursive: true);
        Run(JavaCompiler, "-cp", Jar, "-d", classes, Source("JdbcDriver.java"));
        return classes;
    }

    private static bool IsInstalled(string driver) =>
        driver switch
        {
            Jdbc => File.Exists(Jar) && File.Exists(JavaCompiler),
            Psycopg2 => File.Exists(Python) && Directory.Exists(Path.Join(PythonPackages, "psycopg2")),
            Psycopg3 => File.Exists(Python) && Directory.Exists(Path.Join(PythonPackages, "psycopg")),
            Odbc => Directory.Exists(PythonPackages)
                && Directory.GetFiles(PythonPackages, "pyodbc*.so").Length > 0
                && File.Exists(OdbcDrivers)
                && File.ReadAllText(OdbcDrivers).Contains("[PostgreSQL Unicode]", StringComparison.Ordinal),
            _ => true,
        };

    private static void Run(string program, params string[] words)
    {
        using var process = Process.Start(
            new ProcessStartInfo(program, words) { RedirectStandardError = true, UseShellExecute = false }
        )!;
        var errors = process.StandardError.ReadToEnd();
        process.WaitForExit();
        if (process.ExitCode != 0)
            throw new InvalidOperationException($"{program}: {errors}");
    }

    private static string Source(string name)
    {
        var folder = new DirectoryInfo(AppContext.BaseDirectory);
        while (!File.Exists(Path.Join(folder!.FullName, "RgPolicy.sln")))
            folder = folder.Parent;
        return Path.Join(folder.FullName, "tools", "drivers", name);
    }
}
