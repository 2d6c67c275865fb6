using System.Xml.Linq;

namespace RgPolicy.Cli.Tests.Commands;

/// <summary>The forms of a lint report for other programs.</summary>
public sealed class LintReportTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Lint_Sarif_HasEverythingThatCodeScanningShows()
    {
        _folder.With("sub/b d.rgp", Samples.BadPolicy.Replace("= scan", "== scan", StringComparison.Ordinal));

        var run = await _folder.Run("lint", "--output", "sarif");

        Assert.Equal(1, run.ExitCode);
        Assert.Equal("2.1.0", run.Json.GetProperty("version").GetString());
        var first = run.Json.GetProperty("runs")[0];
        Assert.Equal("utf16CodeUnits", first.GetProperty("columnKind").GetString());
        var rules = first.GetProperty("tool").GetProperty("driver").GetProperty("rules");
        var results = first.GetProperty("results").EnumerateArray().ToList();
        Assert.Equal(3, results.Count);
        Assert.All(
            results,
            result =>
                Assert.Equal(
                    result.GetProperty("ruleId").GetString(),
                    rules[result.GetProperty("ruleIndex").GetInt32()].GetProperty("id").GetString()
                )
        );
        Assert.All(
            rules.EnumerateArray(),
            rule => Assert.Contains("## Why", rule.GetProperty("help").GetProperty("markdown").GetString())
        );
        var place = results[0].GetProperty("locations")[0].GetProperty("physicalLocation");
        Assert.Equal("sub/b%20d.rgp", place.GetProperty("artifactLocation").GetProperty("uri").GetString());
        Assert.Equal("startLine startColumn endLine endColumn", CliRun.Fields(place.GetProperty("region")));
        var foreign = results.Single(result => result.GetProperty("ruleId").GetString() == "RG1005");
        var change = foreign.GetProperty("fixes")[0].GetProperty("artifactChanges")[0].GetProperty("replacements")[0];
        Assert.Equal("=", change.GetProperty("insertedContent").GetProperty("text").GetString());
    }

    [Fact]
    public async Task Lint_SarifFingerprint_StaysWhenLinesMove()
    {
        var before = Prints(await _folder.With("p.rgp", Samples.BadPolicy).Run("lint", "--output", "sarif"));
        var after = Prints(
            await _folder.With("p.rgp", "\n// moved\n\n" + Samples.BadPolicy).Run("lint", "--output", "sarif")
        );

        Assert.Equal(before, after);
        Assert.Equal(before.Count, before.Distinct(StringComparer.Ordinal).Count());
    }

    [Fact]
    public async Task Lint_SarifOfSuppressed_TellsTheReason()
    {
        _folder.With(
            "p.rgp",
            "language 1\npool p { cache 100% queue 5 s } // allow RG5001: the queue is for later\ndefault -> p\n"
        );

        var run = await _folder.Run("lint", "--output", "sarif", "--fail-level", "info");

        Assert.Equal(0, run.ExitCode);
        var result = run.Json.GetProperty("runs")[0].GetProperty("results")[0];
        var suppression = result.GetProperty("suppressions")[0];
        Assert.Equal(
            ("inSource", "the queue is for later"),
            (suppression.GetProperty("kind").GetString(), suppression.GetProperty("justification").GetString())
        );
    }

    [Fact]
    public async Task Lint_Junit_HasOneFailurePerFinding()
    {
        var run = await _folder
            .With("bad.rgp", Samples.BadPolicy)
            .With("good.rgp", Samples.Policy)
            .Run("lint", "--output", "junit");

        var suites = XDocument.Parse(run.Output).Root!;
        Assert.Equal(
            "bad.rgp good.rgp",
            string.Join(' ', suites.Elements("testsuite").Select(suite => suite.Attribute("name")?.Value))
        );
        Assert.Equal(
            "RG2001 RG2002",
            string.Join(' ', suites.Descendants("failure").Select(failure => failure.Attribute("type")?.Value))
        );
    }

    private static List<string?> Prints(CliRun run) =>
        [
            .. run
                .Json.GetProperty("runs")[0]
                .GetProperty("results")
                .EnumerateArray()
                .Select(result =>
                    result.GetProperty("partialFingerprints").EnumerateObject().First().Value.GetString()
                ),
        ];
}
