using RgPolicy.Cli.Watching;
using RgPolicy.Documents;
using RgPolicy.Documents.Status;

namespace RgPolicy.Cli.Tests.Watching;

/// <summary>Status documents for the live view.</summary>
internal static class WatchScene
{
    /// <summary>What could steer a terminal, or takes more room than it seems to.</summary>
    public const string Hostile = "a\u001b[2J\r\nb\u202e\u0007 漢字漢字漢字 \u009b31m 👩‍👩‍👧 [red]x[/] \t z";

    public static StatusDocument Status(params QueryStatus[] queries) =>
        DocumentFormat.Read(
            System
                .Text.Json.JsonDocument.Parse(
                    """
                    {"level":"enforce","revision":"b3204f35cd03","target":{"connection":"postgres://rgp@db1/shop","kind":"postgresql","version":"16.4"},
                     "poll":{"cost_seconds":{"p95":0.0021}},"sidecar":{"is_ready":true,"moved_processes":3},
                     "classes":[{"name":"scan","queries":5},{"name":"oltp","queries":0}],"too_short":7,
                     "pools":[{"name":"polluters","settings":[{"name":"cpu weight","requested":"cpu weight 50","effective":"5%","effect":"running"},
                                                              {"name":"cache","requested":"cache 10%","reason":"no resctrl here"}],
                               "read_back":{"cpu_lever":"cgroup v2 cpu.weight=5","problems":["odd"]}}],
                     "host":{"levers":[{"lever":"cpu_cgroup","state":"used","reason":"works"},{"lever":"affinity","state":"missing"}]}}
                    """
                )
                .RootElement,
            DocumentFormat.Status
        )! with
        {
            Queries = queries,
        };

    public static QueryStatus Query(long processId, double seconds, string name, string login = "report") =>
        new(
            $"{processId}-1",
            processId,
            name,
            false,
            name == "oltp" ? "critical" : "polluters",
            name == "oltp" ? 0 : 2,
            seconds,
            "psql",
            login,
            "shop",
            2,
            "",
            $"select {name}",
            null,
            null,
            null,
            null,
            null
        );

    /// <summary>Three queries, of which the scan has run for the longest time.</summary>
    public static StatusDocument Three() =>
        Status(Query(30, 2, "join", "bi"), Query(10, 61, "scan"), Query(20, 0.004, "oltp", "app"));

    public static IReadOnlyList<string> Draw(int width, int height, WatchContent content, WatchState state) =>
        WatchScreen.Lines(new WatchFrame(width, height).Draw(content, state), width, usesColour: false);

    public static ConsoleKeyInfo Key(char key) => new(key, default, shift: false, alt: false, control: false);

    public static ConsoleKeyInfo Key(ConsoleKey key) => new('\0', key, shift: false, alt: false, control: false);
}
