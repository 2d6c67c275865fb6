namespace RgPolicy.Dbms.Tests.MySql.Real;

/// <summary>Finds the root with MySQL's server that <c>tools/mysql-server/root</c> makes.</summary>
internal static class MySqlPrograms
{
    private static readonly string Repository = FindRepository();

    /// <summary>The root.</summary>
    public static string Root =>
        Environment.GetEnvironmentVariable("RGPOLICY_MYSQL_ROOT")
        ?? Path.Combine(Repository, "artifacts", "mysql-root");

    /// <summary>What starts a server of it.</summary>
    public static string Starter => Path.Combine(Repository, "tools", "mysql-server", "start");

    /// <summary>Why nothing can be tried on a MySQL here, or null.</summary>
    public static string? ReasonToSkip =>
        Environment.UserName != "root" ? "not root, whom a server in a root of its own needs"
        : !File.Exists(Path.Combine(Root, ".complete")) ? "MySQL is not here: run tools/setup mysql"
        : null;

    private static string FindRepository()
    {
        var folder = new DirectoryInfo(AppContext.BaseDirectory);
        while (folder is not null && !File.Exists(Path.Combine(folder.FullName, "RgPolicy.sln")))
            folder = folder.Parent;
        return folder?.FullName ?? AppContext.BaseDirectory;
    }
}
