using System.Text.Json;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Facts;

namespace RgPolicy.Cli.Tests.Commands;

/// <summary>The settings file of lint, several targets, and the forms for GitLab and Azure.</summary>
public sealed class LintRulesTests : IDisposable
{
    private const string Policy =
        "language 1\npool p { cache 100% }\npool old { cache 50% }\nclass a -> p when plan.writes\ndefault -> p\n";
    private const string Cancels =
        "language 1\npool p { cache 100% }\ndefault -> p\nrule r on class default {\n  when request.elapsed > 1 h "
        + "then cancel\n}\n";

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Lint_SettingsInAFolderAbove_GiveSeverities()
    {
        _folder
            .With("rgpolicy.json", """{ "rules": { "RG3010": "error", "RG3004": "off", "RG3007": "off" } }""")
            .With("a/b/p.rgp", Policy);

        var run = await _folder.Run("lint", "a", "--output", "compact", "--fail-level", "error");

        Assert.Equal(1, run.ExitCode);
        Assert.Equal(
            "a/b/p.rgp:3:6: error RG3010 No class and no rule uses the pool `old`: remove it, or name it in a class.\n",
            run.Output
        );
    }

    [Fact]
    public async Task Lint_NearestSettings_AreThoseThatCount()
    {
        _folder
            .With("rgpolicy.json", """{ "rules": { "RG3010": "error" } }""")
            .With("a/rgpolicy.json", "{}")
            .With("a/p.rgp", Policy)
            .With("b/p.rgp", Policy);

        var run = await _folder.Run("lint", "--output", "compact");

        Assert.Contains("a/p.rgp:3:6: warning RG3010", run.Output, StringComparison.Ordinal);
        Assert.Contains("b/p.rgp:3:6: error RG3010", run.Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("{", "rgpolicy.json` cannot be used: ")]
    [InlineData("""{ "rule": {} }""", "the file has no member `rule`. Did you mean `rules`?")]
    [InlineData(
        """{ "rules": { "RG2001": "warning" } }""",
        "`RG2001` is an error, which rejects the policy wherever it is used"
    )]
    [InlineData("""{ "rules": { "RG9999": "off" } }""", "there is no diagnostic `RG9999`")]
    [InlineData("""{ "rules": { "RG3004": "none" } }""", "`none` is not a severity")]
    [InlineData("""{ "required": [ { "name": "x", "for": "klass", "must": {} } ] }""", "`klass` is not a sort of item")]
    [InlineData(
        """{ "required": [ { "name": "x", "for": "class", "must": { "field": "owner", "exists": true } } ] }""",
        "a class has no field `owner`"
    )]
    [InlineData("", "it is empty")]
    [InlineData(" \n", "it is empty")]
    [InlineData("{ \"rules\": { \"RG3010\": \"o", "it is cut or no JSON at line 1")]
    [InlineData(
        """{ "required": [ { "name": "x", "for": "class", "must": { "field": "comment", "matches": "(" } } ] }""",
        "`(` is not an expression"
    )]
    public async Task Lint_SettingsThatCannotBeUsed_SaysWhy(string settings, string why)
    {
        var run = await _folder.With("rgpolicy.json", settings).With("p.rgp", Policy).Run("lint");

        Assert.Equal(2, run.ExitCode);
        Assert.Contains(why, run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Lint_RequiredRules_AskTheBoundPolicy()
    {
        _folder
            .With(
                "rgpolicy.json",
                """
                { "required": [
                  { "name": "way-out", "for": "step", "where": { "field": "action", "equals": "cancel" }, "must": { "field": "unless", "exists": true }, "message": "Add `unless`.", "severity": "error" },
                  { "name": "owner", "for": "class", "must": { "any": [ { "field": "comment", "matches": "owner: *\\w" }, { "not": { "field": "name", "equals": ["default", "x"] } } ] } } ] }
                """
            )
            .With("p.rgp", Cancels);

        var run = await _folder.Run("lint", "--output", "compact");

        Assert.Equal(1, run.ExitCode);
        Assert.Equal(
            "p.rgp:3:1: warning RG8001 owner: the class `default` does not meet this rule.\n"
                + "p.rgp:5:3: error RG8001 way-out: a step of the rule `r` does not meet this rule. Add `unless`.\n",
            string.Join('\n', run.Output.Split('\n').Where(line => line.Contains("RG8001", StringComparison.Ordinal)))
                + "\n"
        );

        var met = Cancels
            .Replace("cancel\n", "cancel\n  unless request.blocking > 0\n", StringComparison.Ordinal)
            .Replace("default ->", "// Owner: dba\ndefault ->", StringComparison.Ordinal);
        Assert.DoesNotContain(
            "RG8001",
            (await _folder.With("p.rgp", met).Run("lint", "--output", "compact")).Output,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task Lint_SeveralTargets_TellsEachFindingOnceAndWhere()
    {
        _folder
            .With("small.json", """{ "name": "small", "dbms_kind": "sqlserver", "cores": 4 }""")
            .With("p.rgp", "language 1\npool p { cores 0..7 }\npool old { cores all }\ndefault -> p\n");

        var run = await _folder.Run("lint", "--profile", "generic", "--profile", "small.json", "--output", "compact");

        Assert.Single(run.Output.Split('\n'), line => line.Contains("RG3010", StringComparison.Ordinal));
        Assert.Contains(
            "p.rgp:2:10: error RG4001 The target `small` has the cores 0..3",
            run.Output,
            StringComparison.Ordinal
        );
        _folder.With("rgpolicy.json", """{ "targets": ["small.json"] }""");
        Assert.Contains("RG4001", (await _folder.Run("lint", "--output", "compact")).Output, StringComparison.Ordinal);
        Assert.Equal(2, (await _folder.Run("lint", "--profile", "generic", "--profile", "nowhere")).ExitCode);
    }

    [Fact]
    public async Task Lint_Gitlab_IsACodeQualityReport()
    {
        var run = await _folder.With("sub/p.rgp", Policy).Run("lint", "--output", "gitlab");

        using var report = JsonDocument.Parse(run.Output);
        var first = report
            .RootElement.EnumerateArray()
            .Single(each => each.GetProperty("check_name").GetString() == "RG3010");
        Assert.Equal("description check_name fingerprint severity location", CliRun.Fields(first));
        Assert.Equal("minor", first.GetProperty("severity").GetString());
        Assert.Equal("sub/p.rgp", first.GetProperty("location").GetProperty("path").GetString());
        Assert.Equal(3, first.GetProperty("location").GetProperty("lines").GetProperty("begin").GetInt32());
        Assert.Equal(
            report.RootElement.GetArrayLength(),
            report
                .RootElement.EnumerateArray()
                .Select(each => each.GetProperty("fingerprint").GetString())
                .Distinct(StringComparer.Ordinal)
                .Count()
        );
    }

    [Theory]
    [InlineData("gitlab", "shop/sub", "p.rgp")]
    [InlineData("gitlab", "shop/other", "../sub/p.rgp")]
    [InlineData("gitlab", "", "shop")]
    [InlineData("sarif", "shop/sub", "p.rgp")]
    [InlineData("sarif", "shop/other", "../sub/p.rgp")]
    [InlineData("sarif", "", "shop")]
    public async Task Lint_FromEachFolder_NamesFindingsOfARepositoryAlike(string format, string folder, string file)
    {
        _folder
            .With("shop/.git/HEAD", "ref: refs/heads/main\n")
            .With("shop/sub/p.rgp", Policy)
            .With("shop/other/x", "");
        Task<CliRun> RunIn(string place, string path) =>
            _folder.RunWith(
                context => context with { WorkingDirectory = _folder.Path(place) },
                "lint",
                "--output",
                format,
                path
            );

        var above = await RunIn("shop", "sub");

        Assert.Contains("sub/p.rgp", above.Output, StringComparison.Ordinal);
        Assert.Equal(above.Output, (await RunIn(folder, file)).Output);
    }

    [Fact]
    public async Task Lint_SettingsWithAByteOrderMark_AreRead()
    {
        var run = await _folder
            .With("rgpolicy.json", "\uFEFF{ \"rules\": { \"RG3010\": \"off\" } }")
            .With("p.rgp", Policy)
            .Run("lint", "--output", "compact");

        Assert.DoesNotContain("RG3010", run.Output, StringComparison.Ordinal);
        Assert.NotEqual(2, run.ExitCode);
    }

    [Fact]
    public async Task Lint_Azure_IsLoggingCommands()
    {
        var run = await _folder
            .With("p;1].rgp", Policy.Replace("plan.writes", "plan.wrtes", StringComparison.Ordinal))
            .Run("lint", "--output", "azure");

        Assert.Contains(
            "##vso[task.logissue type=error;sourcepath=p%3B1%5D.rgp;linenumber=4;columnnumber=19;code=RG2001;]There "
                + "is no signal `plan.wrtes`.",
            run.Output,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task Lint_HelpUri_IsThatOfTheHouse()
    {
        _folder.With("rgpolicy.json", """{ "help_uri": "https://wiki.example.org/{code}" }""").With("p.rgp", Policy);

        var run = await _folder.Run("lint", "--output", "sarif");

        var rules = run.Json.GetProperty("runs")[0].GetProperty("tool").GetProperty("driver").GetProperty("rules");
        Assert.All(
            rules.EnumerateArray(),
            rule =>
                Assert.Equal(
                    $"https://wiki.example.org/{rule.GetProperty("id").GetString()}",
                    rule.GetProperty("helpUri").GetString()
                )
        );
    }

    [Fact]
    public void Schema_NamesWhatThereIs()
    {
        using var schema = JsonDocument.Parse(
            File.ReadAllText(Path.Combine(RepositoryRoot.Path, "docs", "rgpolicy.schema.json"))
        );
        var sorts = schema
            .RootElement.GetProperty("properties")
            .GetProperty("required")
            .GetProperty("items")
            .GetProperty("properties")
            .GetProperty("for")
            .GetProperty("enum");
        var page = File.ReadAllText(Path.Combine(RepositoryRoot.Path, "docs", "reference", "cli.md"));

        Assert.Equal(
            string.Join(" ", PolicyFacts.Fields.Keys),
            string.Join(" ", sorts.EnumerateArray().Select(each => each.GetString()).Order(StringComparer.Ordinal))
        );
        Assert.All(
            PolicyFacts.Fields,
            entry =>
                Assert.Contains(
                    $"| `{entry.Key}` | {string.Join(", ", entry.Value.Select(field => $"`{field}`"))} |",
                    page,
                    StringComparison.Ordinal
                )
        );
        Assert.NotNull(DiagnosticCatalog.Find("RG8001"));
    }
}
