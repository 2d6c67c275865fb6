using System.Text.Json;
using System.Text.RegularExpressions;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Tools;

/// <summary>The dashboard asks only for metrics that there are, for all of them but a few, in expressions that
/// Prometheus understands.</summary>
public sealed partial class DashboardTests : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    // Metrics that the dashboard does without, and why.
    private static readonly Dictionary<string, string> LeftOut = new(StringComparer.Ordinal)
    {
        ["rgp_uptime_seconds"] = "a start is seen in every counter",
        ["rgp_turns_total"] = "each turn polls, and the polls are there",
        ["rgp_decisions_total"] = "how often a class is tried says nothing of the server",
        ["rgp_sidecar_worst_move_seconds"] = "the longest since the start: a line that never falls",
    };

    private readonly string _directory = Directory.CreateTempSubdirectory("rgp-dashboard-").FullName;
    private readonly JsonDocument _dashboard = JsonDocument.Parse(
        File.ReadAllText(ProductFiles.Path("samples", "grafana", "rgpolicy.json"))
    );

    private IEnumerable<JsonElement> Panels => _dashboard.RootElement.GetProperty("panels").EnumerateArray();

    private IEnumerable<string> Expressions =>
        from panel in Panels
        from target in panel.GetProperty("targets").EnumerateArray()
        select target.GetProperty("expr").GetString();

    public void Dispose()
    {
        _dashboard.Dispose();
        Directory.Delete(_directory, recursive: true);
    }

    [Fact]
    public void Dashboard_Metrics_AreTheServicesButThoseLeftOut()
    {
        var source = File.ReadAllText(
            ProductFiles.Path("src", "RgPolicy.Service", "Status", "Mapping", "MetricsMapper.cs")
        );
        var shown = Expressions
            .SelectMany(each => MetricName().Matches(each))
            .Select(match => match.Value)
            .ToHashSet(StringComparer.Ordinal);

        Assert.NotEmpty(shown);
        Assert.Equal(
            MetricName()
                .Matches(source)
                .Select(match => match.Value)
                .Distinct(StringComparer.Ordinal)
                .Order(StringComparer.Ordinal),
            shown.Concat(LeftOut.Keys).Order(StringComparer.Ordinal),
            StringComparer.Ordinal
        );
    }

    [Fact]
    public void Dashboard_Panels_HaveNumbersOfTheirOwnAndDoNotOverlap()
    {
        var places = Panels
            .Select(panel => (Id: panel.GetProperty("id").GetInt32(), At: panel.GetProperty("gridPos")))
            .ToList();

        Assert.Equal(places.Count, places.Select(each => each.Id).Distinct().Count());
        var cells = places
            .SelectMany(each =>
                from x in Enumerable.Range(Number(each.At, "x"), Number(each.At, "w"))
                from y in Enumerable.Range(Number(each.At, "y"), Number(each.At, "h"))
                select (x, y)
            )
            .ToList();
        Assert.Equal(cells.Count, cells.Distinct().Count());
        Assert.All(cells, cell => Assert.InRange(cell.x, 0, 23));
    }

    [ProgramFact("promtool")]
    public async Task Dashboard_EveryExpression_IsUnderstoodByPrometheus()
    {
        // As recording rules, because that is what promtool reads; Grafana puts the variables' values in.
        var rules = Expressions.Select(
            (expression, number) =>
                $"      - record: panel_{number}\n        expr: '{expression.Replace("$__rate_interval", "5m", StringComparison.Ordinal).Replace("$target", ".*", StringComparison.Ordinal)}'\n"
        );
        var file = Path.Combine(_directory, "rules.yml");
        await File.WriteAllTextAsync(file, "groups:\n  - name: dashboard\n    rules:\n" + string.Concat(rules));

        var (code, output, errors) = await ChildProgram.RunAsync(
            ProgramFactAttribute.Find("promtool")!,
            ["check", "rules", file],
            Patience
        );

        Assert.True(code == 0, output + errors);
    }

    private static int Number(JsonElement place, string name) => place.GetProperty(name).GetInt32();

    [GeneratedRegex("rgp_[a-z_]+", RegexOptions.None, 1000)]
    private static partial Regex MetricName();
}
