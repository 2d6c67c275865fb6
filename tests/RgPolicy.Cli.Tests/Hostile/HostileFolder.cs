using System.Text.Json;
using RgPolicy.Cli.Shell;
using RgPolicy.Dbms;
using RgPolicy.Dbms.Recording;
using RgPolicy.Engine.Observe;
using RgPolicy.Language.Targets;
using RgPolicy.Plans;

namespace RgPolicy.Cli.Tests.Hostile;

/// <summary>A folder whose files are named by somebody hostile and hold what he wrote: policies, a recording, plans,
/// settings, a trail.</summary>
internal sealed class HostileFolder : IDisposable
{
    private const string N = HostileText.Name;
    private static readonly DateTimeOffset Start = new(2026, 11, 20, 8, 0, 0, TimeSpan.Zero);

    // In strings of the language, which take anything but an end of line.
    private static readonly string InPolicy = N.Replace("\r", "", StringComparison.Ordinal)
        .Replace("\n", "", StringComparison.Ordinal);

    public HostileFolder()
    {
        Policy = Write(".rgp", Text("session.app = '" + InPolicy + "'"));
        OtherPolicy = Write("2.rgp", Text("session.app = 'other' or plan.shape = sort"));
        BadPolicy = Write(
            "3.rgp",
            "language 1\npool "
                + InPolicy
                + " { }\nclass x -> nowhere when session.app = '"
                + InPolicy
                + "' and "
                + InPolicy
                + "\n"
        );
        Plan = Write(".json", PlanJson);
        Settings = Write(
            "s.json",
            $$"""
            { "RgPolicy": { "Listen": {{Quoted}}, {{Quoted}}: 1, "Targets": { {{Quoted}}: { "Policy": {{Quoted}}, "Connect": {{Quoted}}, "Level": {{Quoted}} } } } }
            """
        );
        Events = Write(
            ".jsonl",
            $$"""{"session.app":{{Quoted}},"session.login":{{Quoted}}}""" + "\n" + Quoted + "\n{\"" + N + "\n"
        );
        Recording = Path.Join(Root, N + ".rgrec");
        Record();
    }

    public string Root { get; } = Directory.CreateTempSubdirectory("rgp-hostile-").FullName;

    public string Policy { get; }

    public string OtherPolicy { get; }

    public string BadPolicy { get; }

    public string Plan { get; }

    public string Settings { get; }

    public string Events { get; }

    public string Recording { get; }

    public string Missing => Path.Join(Root, "missing" + N);

    /// <summary>A context that knows no other place than this folder.</summary>
    public CliContext Within(CliContext context) =>
        context with
        {
            WorkingDirectory = Root,
            HostRoot = new Host.Facts.FileRoot(Directory.CreateDirectory(Path.Join(Root, "host")).FullName),
            EnvironmentVariable = name => name is "HOME" or "XDG_STATE_HOME" or "XDG_RUNTIME_DIR" ? Root : null,
        };

    public void Dispose() => Directory.Delete(Root, recursive: true);

    private static string Quoted => JsonSerializer.Serialize(N);

    private static string PlanJson =>
        $$"""[{"Plan":{"Node Type":{{Quoted}},"Relation Name":{{Quoted}},"Alias":{{Quoted}},"Total Cost":9,"Plan Rows":100000,"Plan Width":8,"Filter":{{Quoted}},"Plans":[{"Node Type":"Seq Scan","Relation Name":{{Quoted}},"Schema":{{Quoted}},"Total Cost":9,"Plan Rows":9000000,"Plan Width":80}]} }]""";

    private static string Text(string condition) =>
        $$"""
            language 1
            pool critical  { cpu weight 1000 }
            pool polluters { cpu weight 100 cores 1 maxdop 2 }
            class scan -> polluters when {{condition}}
            default -> critical
            test "a {{InPolicy}}" { given session.app = '{{InPolicy}}' expect class default }
            """;

    private string Write(string ending, string content)
    {
        var path = Path.Join(Root, N + ending);
        File.WriteAllText(path, content);
        return path;
    }

    private void Record()
    {
        var header = new RecordingHeader(
            new ServerFacts("postgresql", N, [15, 18], "postgres://" + N + "@db1/shop", null, false),
            TargetProfile.Generic with
            {
                Name = N,
            },
            Start,
            true
        );
        using var writer = new RecordingWriter(File.Create(Recording), header, new RecordingOptions());
        var query = new ObservedQuery
        {
            ProcessId = 20,
            Started = Start,
            Session = new SessionFacts(N, InPolicy, N, N, false),
            Statement = new StatementFacts(StatementKind.Select, N, "select " + N, false),
            Plan = PlanFacts.Known(
                new PlanProfile
                {
                    Shape = PlanShape.Scan,
                    Reason = N,
                    Tables = ImmutableArray.Create(N),
                },
                N
            ),
        };
        for (var poll = 0; poll < 50; poll++)
        {
            var now = Start + TimeSpan.FromMilliseconds(100 * poll);
            writer.Write(
                new RecordedObservation(
                    new Observation(now, [query]),
                    now - Start,
                    TimeSpan.FromMilliseconds(100),
                    false
                )
            );
        }
    }
}
