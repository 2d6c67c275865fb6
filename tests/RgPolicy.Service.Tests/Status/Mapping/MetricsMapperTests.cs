using System.Text.RegularExpressions;
using RgPolicy.Plans;
using RgPolicy.Service.Loop;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Status;
using RgPolicy.Service.Status.Mapping;
using RgPolicy.Service.Tests.Scripted;

namespace RgPolicy.Service.Tests.Status.Mapping;

public sealed partial class MetricsMapperTests
{
    private readonly LoopScene _scene = new();

    [Fact]
    public async Task Write_RunningLoop_TellsWhatItDid()
    {
        _scene.Observer.Queries = [_scene.Query(10, 1, PlanShape.Scan), _scene.Query(11, 1, PlanShape.Oltp)];
        var lines = await LinesAsync(LoopScene.PolicyText);

        Assert.Contains("rgp_queries{pool=\"critical\"} 1", lines, StringComparer.Ordinal);
        Assert.Contains("rgp_queries{pool=\"polluters\"} 1", lines, StringComparer.Ordinal);
        Assert.Contains("rgp_queries_total{class=\"scan\"} 1", lines, StringComparer.Ordinal);
        Assert.Contains("rgp_target_up 1", lines, StringComparer.Ordinal);
        Assert.Contains("rgp_sidecar_ready 1", lines, StringComparer.Ordinal);
        Assert.Contains("rgp_moves_total 1", lines, StringComparer.Ordinal);
        Assert.Contains("rgp_paused 0", lines, StringComparer.Ordinal);
    }

    [Fact]
    public async Task Write_WhatItsSessionsCostTheServer_IsThereWhereItCanBeRead()
    {
        const string Name = "rgp_server_cpu_seconds_total";
        Assert.DoesNotContain(
            await LinesAsync(LoopScene.PolicyText),
            line => line.StartsWith(Name, StringComparison.Ordinal)
        );
        _scene.Observer.ServerCpu = TimeSpan.FromSeconds(2.5);

        Assert.Contains(Name + " 2.5", await LinesAsync(LoopScene.PolicyText), StringComparer.Ordinal);
    }

    [Fact]
    public async Task Write_PoolsWithSlots_CountsThoseThatWait()
    {
        _scene.Observer.Queries =
        [
            .. Enumerable.Range(10, 4).Select(id => _scene.Query(id, 1, PlanShape.Scan)),
            _scene.Query(14, 1, PlanShape.Oltp),
        ];

        var lines = await LinesAsync(
            LoopScene.PolicyText.Replace("pool polluters {", "pool polluters { slots 1 ", StringComparison.Ordinal)
        );

        Assert.Equal(
            ["rgp_slot_waiting{pool=\"polluters\"} 3"],
            lines.Where(line => line.StartsWith("rgp_slot_waiting{", StringComparison.Ordinal)),
            StringComparer.Ordinal
        );
    }

    [Fact]
    public async Task Write_AnyLine_IsOfTheFormatAndEachFamilyComesOnce()
    {
        _scene.Observer.Queries = [_scene.Query(10, 1, PlanShape.Scan)];
        var lines = await LinesAsync(LoopScene.PolicyText);
        var families = lines
            .Where(line => line.StartsWith("# TYPE ", StringComparison.Ordinal))
            .Select(line => line.Split(' '))
            .ToList();

        Assert.All(lines, line => Assert.Matches(LineOfTheFormat(), line));
        Assert.Equal(families.Count, families.Select(each => each[2]).Distinct(StringComparer.Ordinal).Count());
        Assert.All(
            families,
            each => Assert.Equal(each[3] == "counter", each[2].EndsWith("_total", StringComparison.Ordinal))
        );
    }

    [Fact]
    public async Task Write_ManyClasses_HasABoundedNumberOfLines()
    {
        var classes = Enumerable.Range(0, 1000).Select(n => $"class c{n} -> p when session.app = 'app{n}'");
        var lines = await LinesAsync(
            "language 1\npool p { cpu weight 100 }\n" + string.Join('\n', classes) + "\ndefault -> p\n"
        );

        Assert.Equal(
            MetricsMapper.MostClasses + 1,
            lines.Count(line => line.StartsWith("rgp_queries_total{", StringComparison.Ordinal))
        );
        Assert.Contains("rgp_queries_total{class=\"(other)\"} 0", lines, StringComparer.Ordinal);
    }

    private async Task<string[]> LinesAsync(string policy)
    {
        var broker = new StatusBroker();
        await using var steps = new LoopSteps(
            _scene.Parts(GovernorLevel.Enforce) with
            {
                Broker = broker,
                Program = LoopScene.Compile(policy),
            }
        );
        await _scene.TurnsAsync(steps, 2);
        // So much later that it is shown again.
        await _scene.TurnsAsync(steps, 3);
        using var answer = await broker.Metrics.GetAsync(CancellationToken.None);
        return answer.Content.ToText().TrimEnd('\n').Split('\n');
    }

    [GeneratedRegex(
        """^(# (HELP|TYPE) rgp_[a-z_]+ .+|rgp_[a-z_]+(\{[a-z]+="[^"\n]*"(,[a-z]+="[^"\n]*")*\})? ([0-9.E+-]+|NaN|[+-]Inf))$""",
        RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture
    )]
    private static partial Regex LineOfTheFormat();
}
