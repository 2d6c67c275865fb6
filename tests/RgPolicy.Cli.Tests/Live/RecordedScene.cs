using RgPolicy.Dbms;
using RgPolicy.Dbms.Recording;
using RgPolicy.Engine.Observe;
using RgPolicy.Language.Targets;
using RgPolicy.Plans;

namespace RgPolicy.Cli.Tests.Live;

/// <summary>A small recording and policies in a folder of their own.</summary>
internal sealed class RecordedScene : IDisposable
{
    public const string ScanId = "20-1795161600000000";

    private static readonly DateTimeOffset Start = new(2026, 11, 20, 8, 0, 0, TimeSpan.Zero);

    public RecordedScene()
    {
        Directory.CreateDirectory(Folder);
        File.WriteAllText(Policy, Text("plan.shape = scan"));
        File.WriteAllText(OtherPolicy, Text("plan.shape = sort"));
        Write(Running);
    }

    public string Folder { get; } = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());

    public string Policy => Path.Combine(Folder, "a.rgp");

    public string OtherPolicy => Path.Combine(Folder, "b.rgp");

    public string Recording => Path.Combine(Folder, "w.rgrec");

    /// <summary>Options that keep a service away from what others on this host have paused, or serve.</summary>
    public string[] OwnPlaces =>
        ["--status-socket", Path.Combine(Folder, "s"), "--pause-file", Path.Combine(Folder, "paused")];

    /// <summary>
    /// Ten short queries and one of two seconds that never had a plan, and one that was short and had one.
    /// </summary>
    public void WriteShortQueries() =>
        Write(poll =>
            poll switch
            {
                < 20 when poll % 2 == 0 =>
                [
                    Query(10, At(poll), PlanFacts.Pending),
                    Query(20, Start, PlanFacts.Pending),
                ],
                < 20 => [Query(20, Start, PlanFacts.Pending)],
                30 => [Query(10, At(poll), PlanShape.Scan)],
                _ => [],
            }
        );

    private static DateTimeOffset At(int poll) => Start + TimeSpan.FromMilliseconds(100 * poll);

    public void Dispose() => Directory.Delete(Folder, recursive: true);

    private static string Text(string condition) =>
        $$"""
            language 1
            pool critical  { cpu weight 1000 }
            pool polluters { cpu weight 100 }
            class oltp -> critical when plan.shape = oltp
            class scan -> polluters when {{condition}}
            default -> critical
            """;

    /// <summary>Writes the recording anew: what runs at each of its 50 polls, one every 100 ms.</summary>
    public void Write(Func<int, ImmutableArray<ObservedQuery>> running)
    {
        var header = new RecordingHeader(
            new ServerFacts("postgresql", "15.18", [15, 18], "postgres://app@db1/shop", null, false),
            TargetProfile.Generic,
            Start,
            true
        );
        using var writer = new RecordingWriter(File.Create(Recording), header, new RecordingOptions());
        for (var poll = 0; poll < 50; poll++)
        {
            var now = Start + TimeSpan.FromMilliseconds(100 * poll);
            writer.Write(
                new RecordedObservation(
                    new Observation(now, running(poll)),
                    now - Start,
                    TimeSpan.FromMilliseconds(100),
                    false
                )
            );
        }
    }

    private static ImmutableArray<ObservedQuery> Running(int poll) =>
        poll < 40
            ?
            [
                Query(10, Start + TimeSpan.FromMilliseconds(100 * poll), PlanShape.Oltp),
                Query(20, Start, PlanShape.Scan),
            ]
            : [];

    private static ObservedQuery Query(int processId, DateTimeOffset started, PlanShape shape) =>
        Query(processId, started, PlanFacts.Known(new PlanProfile { Shape = shape, Reason = "reads rows" }, "test"));

    private static ObservedQuery Query(int processId, DateTimeOffset started, PlanFacts plan) =>
        new()
        {
            ProcessId = processId,
            Started = started,
            Session = new SessionFacts("app", "app", "", "shop", false),
            Statement = new StatementFacts(StatementKind.Select, "f", "select 1", false),
            Plan = plan,
        };
}
