using System.Diagnostics;
using System.Text.RegularExpressions;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Doctor;

/// <summary>What a doctor prints as a fix, pasted as a DBA does it.</summary>
internal static partial class PastedFix
{
    /// <summary>Each line is a comment, or begins as a statement does and ends as one, before any comment.</summary>
    public static void AssertPasteable(IEnumerable<DoctorFinding> findings) =>
        Assert.All(
            findings.Where(finding => finding.Fix.Length > 0),
            finding => Assert.All(finding.Fix.Split('\n'), line => Assert.Matches(Line(), line))
        );

    /// <summary>Nothing in it does anything.</summary>
    public static void AssertIsWordsOnly(string fix) =>
        Assert.All(fix.Split('\n'), line => Assert.StartsWith("--", line, StringComparison.Ordinal));

    /// <summary>Pastes it into psql, as a superuser in a database.</summary>
    public static async Task PasteAsync(PostgresCluster cluster, string fix, string database = "postgres")
    {
        var psql = new ProcessStartInfo(Path.Join(PostgresBinaries.Find(), "psql"))
        {
            ArgumentList =
            {
                "-X",
                "-v",
                "ON_ERROR_STOP=1",
                "-h",
                cluster.SocketDirectory,
                "-p",
                cluster.Port.ToString(CultureInfo.InvariantCulture),
                "-U",
                PostgresCluster.Superuser,
                "-d",
                database,
            },
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        using var process = Process.Start(psql)!;
        var (output, errors) = (process.StandardOutput.ReadToEndAsync(), process.StandardError.ReadToEndAsync());
        await process.StandardInput.WriteLineAsync(fix);
        process.StandardInput.Close();
        await process.WaitForExitAsync();
        Assert.True(process.ExitCode == 0, $"{fix}\n{await errors}{await output}");
    }

    [GeneratedRegex(
        @"^(--|(ALTER|CREATE|EXEC|GRANT|INSTALL|REVOKE|SELECT|SHOW|UPDATE|USE) .*;( -- [^;]*(;.*)?)?$)",
        RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture,
        matchTimeoutMilliseconds: 10_000
    )]
    private static partial Regex Line();
}
