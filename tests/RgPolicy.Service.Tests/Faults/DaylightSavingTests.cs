using System.Text.Json;
using RgPolicy.Plans;
using RgPolicy.Service.Audit;
using RgPolicy.Service.Loop;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Status;
using RgPolicy.Service.Tests.Scripted;

namespace RgPolicy.Service.Tests.Faults;

/// <summary>
/// Nights on which the clocks of the host's zone go forward and back. What waits, expires and is
/// counted goes by time that passes evenly, what is written down has UTC; only a policy's window knows of the change,
/// by the zone that it names.
/// </summary>
public sealed class DaylightSavingTests : IDisposable
{
    private const string Policy = """
        language 1
        pool critical  { cpu weight 1000 }
        pool polluters { cpu weight 100 }
        window night = mon..sun 02:00..03:00 "Europe/Berlin"
        class nightly -> polluters when during night
        default -> critical
        """;

    private static readonly TimeSpan Turn = TimeSpan.FromSeconds(10);
    private static readonly TimeZoneInfo Berlin = TimeZoneInfo.FindSystemTimeZoneById("Europe/Berlin");

    private readonly string _directory = Directory.CreateTempSubdirectory("rgp-dst-").FullName;
    private readonly LoopScene _scene = new();
    private readonly StatusBroker _broker = new();

    public void Dispose() => Directory.Delete(_directory, recursive: true);

    /// <summary>In spring 02:00 is followed by 03:00, in autumn the hour from 02:00 comes twice.</summary>
    [Theory]
    [InlineData("2026-03-28T22:00:00Z", 0)]
    [InlineData("2026-10-24T22:00:00Z", 120)]
    [InlineData("2026-06-01T22:00:00Z", 60)]
    public async Task Loop_NightOfTheChange_GoesOnEvenlyAndTheWindowIsOpenAsItsZoneSays(string evening, int openMinutes)
    {
        Begin(evening);
        var path = Path.Combine(_directory, "audit.jsonl");
        var open = TimeSpan.Zero;
        using (var trail = AuditTrail.Open(path, _scene.Time, _scene, fullAt: 4000))
        {
            await using var steps = new LoopSteps(
                _scene.Parts(GovernorLevel.Enforce) with
                {
                    Audit = trail,
                    Broker = _broker,
                    Program = LoopScene.Compile(Policy),
                }
            );
            var allNight = _scene.Query(10, 1, PlanShape.Scan);
            for (var elapsed = TimeSpan.Zero; elapsed < TimeSpan.FromHours(5); elapsed += Turn)
            {
                // One that runs all night, and another one each minute.
                _scene.Observer.Queries =
                [
                    allNight,
                    _scene.Query(20 + ((int)elapsed.TotalMinutes % 2), elapsed.TotalSeconds % 60, PlanShape.Oltp),
                ];
                await steps.PollTurnAsync(CancellationToken.None);
                open += _scene.Sidecar.Placed.ContainsKey(10) ? Turn : TimeSpan.Zero;
                _scene.Time.Advance(Turn);
            }
        }

        Assert.Equal(openMinutes, open.TotalMinutes, 0.5);
        Assert.DoesNotContain(_scene.Messages, message => message.Contains("jumped", StringComparison.Ordinal));
        AssertAuditIsOneChainInOrder(path);
        AssertEachMinuteOfTheChartHasItsQuery();
    }

    private static DateTimeOffset Moment(string text) => DateTimeOffset.Parse(text, CultureInfo.InvariantCulture);

    /// <summary>The host has the zone, and its clock shows that evening.</summary>
    private void Begin(string evening)
    {
        _scene.Time.Zone = Berlin;
        _scene.Time.SetBy = Moment(evening) - _scene.Time.GetUtcNow();
    }

    private static void AssertAuditIsOneChainInOrder(string path)
    {
        Assert.Null(AuditVerifier.Verify(path).Problem);
        var times = AuditReader
            .Last(path, 10_000)
            .Select(entry => entry.GetProperty("time").GetString() ?? "")
            .ToList();
        Assert.All(times, time => Assert.EndsWith("Z", time, StringComparison.Ordinal));
        Assert.Equal(times.Order(StringComparer.Ordinal), times, StringComparer.Ordinal);
    }

    private void AssertEachMinuteOfTheChartHasItsQuery()
    {
        using var answer = _broker.Status.GetAsync(CancellationToken.None).GetAwaiter().GetResult();
        using var status = JsonDocument.Parse(answer.Content.ToText());
        var decisions = status.RootElement.GetProperty("decisions");
        Assert.Equal(60, decisions.GetProperty("intervals").GetInt32());
        var minutes = decisions
            .GetProperty("classes")
            .EnumerateArray()
            .Select(each => each.GetProperty("queries").EnumerateArray().Select(count => count.GetInt64()).ToList())
            .ToList();
        // The first and the last minute are cut.
        Assert.All(Enumerable.Range(1, 58), minute => Assert.InRange(minutes.Sum(each => each[minute]), 1, 2));
        Assert.Equal(0, status.RootElement.GetProperty("poll").GetProperty("clock_jumps").GetInt64());
    }
}
