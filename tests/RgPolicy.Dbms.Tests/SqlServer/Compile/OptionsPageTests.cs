using RgPolicy.Dbms.SqlServer.Compile;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;

namespace RgPolicy.Dbms.Tests.SqlServer.Compile;

/// <summary>The table of options per version and edition is written from the code: RGPOLICY_ACCEPT=1
/// writes it.</summary>
public sealed class OptionsPageTests
{
    private const int EnterpriseEngine = 3;
    private const int StandardEngine = 2;
    private const int ExpressEngine = 4;

    [Fact]
    public void OptionsPage_IsWhatTheCodeSays()
    {
        var path = Path.Combine(Root(), "docs", "reference", "sql-server-options.md");
        if (Environment.GetEnvironmentVariable("RGPOLICY_ACCEPT") == "1")
            File.WriteAllText(path, Page());
        Assert.Equal(File.ReadAllText(path), Page());
    }

    [Fact]
    public void Options_EverySettingThatTheServerTakes_HasOne() =>
        Assert.All(
            SettingNames.All.Where(name =>
                SettingCapability.Of(name, Newest).Effect != SettingReach.None
                && name is not (SettingName.Cache or SettingName.MemoryBandwidth)
            ),
            name =>
                Assert.Contains(
                    GovernorOption.All,
                    option => option.Setting == name && option.Effect == SettingCapability.Of(name, Newest).Effect
                )
        );

    private static TargetProfile Newest { get; } =
        TargetProfile.Generic with
        {
            DbmsKind = "sqlserver",
            DbmsVersion = [SqlServerRelease.First2025],
        };

    private static string Page()
    {
        var text = new StringBuilder("# SQL Server: options and editions\n\n");
        text.Append(
            "Written from the code by `RGPOLICY_ACCEPT=1 dotnet test tests/RgPolicy.Engine.Tests --filter "
                + "OptionsPage`.\n\n"
        );
        text.Append("| setting | option | of the | takes | ")
            .AppendJoin(" | ", SqlServerRelease.All.Select(release => release.Year))
            .Append(" | a change reaches |\n");
        text.Append("|---|---|---|---|")
            .Append(string.Concat(SqlServerRelease.All.Select(_ => "---|")))
            .Append("---|\n");
        foreach (var option in GovernorOption.All)
        {
            var has = SqlServerRelease.All.Select(release => release.Major >= option.SinceMajor ? "yes" : "no");
            text.Append(
                    CultureInfo.InvariantCulture,
                    $"| `{SettingNames.ToText(option.Setting)}` | `{option.Name}` | {(option.IsOfPool ? "pool" : "group")} | {option.Range} | "
                )
                .AppendJoin(" | ", has)
                .Append(CultureInfo.InvariantCulture, $" | {Words(option.Effect)} |\n");
        }

        return text.Append(Editions()).ToString();
    }

    private static string Editions()
    {
        var text = new StringBuilder("\n| edition | ")
            .AppendJoin(" | ", SqlServerRelease.All.Select(release => release.Year))
            .Append(" |\n|---|");
        text.Append(string.Concat(SqlServerRelease.All.Select(_ => "---|"))).Append('\n');
        foreach (
            var (name, engine) in ((string, int)[])
                [
                    ("Enterprise, Developer, Evaluation", EnterpriseEngine),
                    ("Standard", StandardEngine),
                    ("Express", ExpressEngine),
                ]
        )
        {
            text.Append(CultureInfo.InvariantCulture, $"| {name} | ")
                .AppendJoin(
                    " | ",
                    SqlServerRelease.All.Select(release => SqlServerFacts.Runs(engine, release.Major) ? "yes" : "no")
                )
                .Append(" |\n");
        }

        return text.ToString();
    }

    private static string Words(SettingReach effect) =>
        effect switch
        {
            SettingReach.Running => "running queries",
            SettingReach.NextExecution => "the next execution",
            _ => effect.ToString(),
        };

    private static string Root()
    {
        var folder = new DirectoryInfo(AppContext.BaseDirectory);
        while (!File.Exists(Path.Combine(folder.FullName, "RgPolicy.sln")))
            folder = folder.Parent ?? throw new InvalidOperationException("The repository's root was not found.");
        return folder.FullName;
    }
}
