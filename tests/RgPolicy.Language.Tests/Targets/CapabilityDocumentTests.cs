using RgPolicy.Language.Model;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Tests.Targets;

/// <summary>docs/reference/settings.md is what the code says: it is written by this test.</summary>
public sealed class CapabilityDocumentTests
{
    /// <summary>Set to 1 to write the document in place of comparing it.</summary>
    private const string Rewrite = "RGPOLICY_WRITE_CAPABILITIES";

    private const string Beginning = """
        # What each server makes of each setting

        Written from the code by `RGPOLICY_WRITE_CAPABILITIES=1 dotnet test tests/RgPolicy.Language.Tests --filter
        CapabilityDocument`, for a host on Linux with cache allocation and memory bandwidth allocation. What a policy comes to
        on a host of yours: `rgp compile POLICY --profile NAME`. How a server tells signals:
        [PostgreSQL](postgresql.md#statements-without-a-plan), [SQL Server](sql-server.md), [MariaDB and MySQL](mariadb-mysql.md#what-is-seen).

        What a server does with a setting is what its documentation says. PostgreSQL and MariaDB were tried on real servers.
        SQL Server was tried on stand-ins that speak its protocol, never on a real one. Cache and memory bandwidth were tried
        in a simulator and on a kernel with an emulated controller, never on a processor that has them.


        """;

    private static readonly ImmutableArray<(string Title, TargetProfile Target)> Targets =
    [
        ("PostgreSQL 14 to 18", Of("postgresql", 15)),
        ("MariaDB 10.5 and newer", Of("mariadb", 10, 11)),
        ("MySQL 8.0 and newer", Of("mysql", 8, 4)),
        ("SQL Server 2022 and newer", Of("sqlserver", 16)),
        ("SQL Server 2019", Of("sqlserver", 15)),
    ];

    [Fact]
    public void Document_IsWhatTheCodeSays()
    {
        var path = RepositoryRoot.File("docs", "reference", "settings.md");
        var text = Text();
        if (Environment.GetEnvironmentVariable(Rewrite) == "1")
            File.WriteAllText(path, text);

        Assert.Equal(text, File.ReadAllText(path));
    }

    private static TargetProfile Of(string kind, params long[] version) =>
        TargetProfile.Generic with
        {
            DbmsKind = kind,
            DbmsVersion = [.. version],
        };

    private static string Text()
    {
        var text = new StringBuilder(Beginning);
        foreach (var (title, target) in Targets)
        {
            text.Append(
                CultureInfo.InvariantCulture,
                $"## {title}\n\n| setting | reaches | how | why |\n|---|---|---|---|\n"
            );
            foreach (var name in Enum.GetValues<SettingName>())
            {
                var capability = SettingCapability.Of(name, target);
                var why = string.Join(
                    ' ',
                    new[] { capability.Reason, capability.Degraded }.Where(each => each is { Length: > 0 })
                );
                text.Append(
                    CultureInfo.InvariantCulture,
                    $"| `{WordsOf(name)}` | {SettingEffects.ToText(capability.Effect)} | {capability.Lever} | {why} |\n"
                );
            }

            text.Append('\n').Append(Untold(target)).Append('\n');
        }

        return text.ToString().TrimEnd('\n') + "\n";
    }

    private static string Untold(TargetProfile target) =>
        "Signals that are never known there: "
        + string.Join(
            ", ",
            SignalCatalog
                .All.Where(signal => !SignalCapability.IsTold(signal, target.DbmsKind))
                .Select(signal => $"`{signal.Name}`")
        )
        + ".\n";

    /// <summary>The words of the language, which the names are made of.</summary>
    private static string WordsOf(SettingName name) =>
        string.Concat(
            name.ToString()
                .Select(
                    (each, at) =>
                        char.IsUpper(each) && at > 0
                            ? $" {char.ToLowerInvariant(each)}"
                            : $"{char.ToLowerInvariant(each)}"
                )
        );
}
