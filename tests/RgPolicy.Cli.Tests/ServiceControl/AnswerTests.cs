using System.Text.Json.Nodes;
using Microsoft.Extensions.Logging.Abstractions;
using RgPolicy.Engine.Observe;
using RgPolicy.Service.Audit;

namespace RgPolicy.Cli.Tests.ServiceControl;

/// <summary>What a service answers is printed, whether it is of this version, of an older or of a newer one.</summary>
public sealed class AnswerTests : IAsyncDisposable
{
    private readonly ScriptedService _service = new();

    public static TheoryData<string, string> Answers =>
        new()
        {
            { "status", "status" },
            { "status", "status-bare" },
            { "pause", "pause" },
            { "resume", "resume" },
            { "reload", "reload" },
            { "reload", "reload-unchanged" },
            { "reload", "reload-rejected" },
            { "why --pid 10", "why" },
        };

    public ValueTask DisposeAsync() => _service.DisposeAsync();

    [Theory]
    [MemberData(nameof(Answers))]
    public async Task Run_AnswerOfThisVersion_IsTheBaseline(string command, string answer)
    {
        var run = await RunAsync(command, Document(answer));

        Baseline.Check("answer-" + answer, $"{run.Output}== exit code {run.ExitCode}\n{run.Error}");
    }

    [Theory]
    [MemberData(nameof(Answers))]
    public async Task RunJson_AnswerOfAnyVersion_IsPrintedWithAllItsMembers(string command, string answer)
    {
        var document = Document(answer);
        Objects(document).ToList().ForEach(owner => owner["later"] = 1);
        _service.Answer = document.ToJsonString();
        var run = await _service.Run([.. command.Split(' '), "--output", "json"]);

        Assert.True(JsonNode.DeepEquals(document, JsonNode.Parse(run.Output)), run.Output);
    }

    [Theory]
    [MemberData(nameof(Answers))]
    public async Task Run_AnswerOfANewerVersion_IsPrintedAsIfItWereOfThisOne(string command, string answer)
    {
        var expected = await RunAsync(command, Document(answer));
        var document = Document(answer);
        Objects(document)
            .ToList()
            .ForEach(owner => owner["later"] = new JsonObject { ["name"] = new JsonArray(1, "x", null) });

        Assert.Equal(expected, await RunAsync(command, document));
    }

    [Theory]
    [MemberData(nameof(Answers))]
    public async Task Run_AnswerThatLacksAMember_IsPrinted(string command, string answer)
    {
        foreach (var path in Members(Document(answer)))
        {
            foreach (var isThere in new[] { false, true })
            {
                var document = Document(answer);
                var owner = (JsonObject)At(document, path[..^1]);
                owner.Remove(path[^1]);
                if (isThere)
                    owner[path[^1]] = null;

                var run = await RunAsync(command, document);
                Assert.True(run.ExitCode is 0 or 1, $"{string.Join('.', path)}: {run.Error}");
            }
        }
    }

    [Theory]
    [MemberData(nameof(Answers))]
    public async Task Run_MemberOfAnotherType_SaysThatTheVersionsDiffer(string command, string answer)
    {
        foreach (var path in Members(Document(answer)))
        {
            var document = Document(answer);
            var owner = (JsonObject)At(document, path[..^1]);
            owner[path[^1]] = owner[path[^1]] is JsonObject ? 1 : new JsonObject();
            var run = await RunAsync(command, document);

            Assert.DoesNotContain("something inside rgp went wrong", run.Error, StringComparison.Ordinal);
        }
    }

    [Theory]
    [InlineData("[]")]
    [InlineData("1")]
    [InlineData("\"x\"")]
    [InlineData("null")]
    public async Task Status_AnswerOfAnotherProgram_SaysWhatToDo(string answer)
    {
        _service.Answer = answer;
        var run = await _service.Run("status");

        Assert.Equal(
            (3, "Use the rgp that came with the service: rgp version shows which this is."),
            (run.ExitCode, run.LastErrorLine)
        );
    }

    [Theory]
    [InlineData("observe", true, "would be")]
    [InlineData("advise", true, "would be")]
    [InlineData("enforce", false, "would be")]
    [InlineData("enforce", true, "in force")]
    public async Task Status_OfALevel_SaysWhatIsInForceOnlyWhereItIs(string level, bool isReady, string said)
    {
        var document = Document("status");
        (document["level"], document["paused"]) = (level, null);
        document["sidecar"]!["is_ready"] = isReady;

        var run = await RunAsync("status", document);

        var heads = run.Output.Split('\n').Where(line => line.StartsWith("pool ", StringComparison.Ordinal));
        Assert.Contains(said, Assert.Single(heads), StringComparison.Ordinal);
        Assert.Equal(said == "in force", run.Output.Contains("in force  ", StringComparison.Ordinal));
        Assert.Contains($", level {level}\n", run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task AuditShow_Trail_IsATableThatNamesQueryLoginAndDatabase()
    {
        using var folder = new TestFolder();
        using (var trail = AuditTrail.Open(folder.Path("audit.jsonl"), TimeProvider.System, NullLogger.Instance))
        {
            trail.Add(
                new AuditEntry(AuditEvent.Move, "the loop", "abc")
                {
                    ProcessId = 10,
                    Workers = [11, 12],
                    Query = "10-1",
                    Class = "scan",
                    Session = new SessionFacts("o'hara \u001b[2J", "app", "", "my \"db\"", IsSuperuser: false),
                    After = "polluters",
                    Reason = "its class",
                }
            );
            trail.Add(new AuditEntry(AuditEvent.Pause, "console at 127.0.0.1", "abc"));
        }

        var run = await CliRun.Of("audit", "show", folder.Path("audit.jsonl"));

        var lines = run.Output.TrimEnd().Split('\n');
        Assert.Equal(
            ["time", "event", "pid", "query", "login", "database", "class", "change", "reason", "by"],
            lines[0].Split(' ', StringSplitOptions.RemoveEmptyEntries)
        );
        Assert.Matches(
            @"Z +move +10 \+2 +10-1 +o'hara \[2J +my ""db"" +scan +-> polluters +its class +the loop",
            lines[1]
        );
        Assert.Matches(@"Z +pause +console at 127\.0\.0\.1", lines[2]);
    }

    [Theory]
    [InlineData("--event move", 2)]
    [InlineData("--event pause", 1)]
    [InlineData("--pid 10", 1)]
    [InlineData("--pid 12", 1)]
    [InlineData("--pid 13", 0)]
    [InlineData("--query 20-1", 1)]
    [InlineData("--login report --class scan", 1)]
    [InlineData("--login report --class oltp", 0)]
    [InlineData("--event move --last 1", 1)]
    public async Task AuditShow_Filter_ShowsWhatItTakes(string filter, int entries)
    {
        using var folder = new TestFolder();
        using (var trail = AuditTrail.Open(folder.Path("audit.jsonl"), TimeProvider.System, NullLogger.Instance))
        {
            foreach (var (process, login) in new[] { (10, "web"), (20, "report") })
            {
                trail.Add(
                    new AuditEntry(AuditEvent.Move, "the loop", "abc")
                    {
                        ProcessId = process,
                        Workers = [process + 1, process + 2],
                        Query = $"{process}-1",
                        Class = "scan",
                        Session = new SessionFacts(login, "app", "", "shop", IsSuperuser: false),
                    }
                );
            }

            trail.Add(new AuditEntry(AuditEvent.Pause, "someone", "abc"));
        }

        var run = await CliRun.Of([
            "audit",
            "show",
            folder.Path("audit.jsonl"),
            "--output",
            "json",
            .. filter.Split(' '),
        ]);

        Assert.Equal(entries, run.Json.GetProperty("entries").GetArrayLength());
    }

    [Fact]
    public async Task Status_QueriesThatAreNotThrottled_IsTheHeadlineAndTheExitCode()
    {
        var document = Document("status");
        (document["policy_error"], document["target"]!["is_lost"]) = (null, false);
        (document["unenforced"], document["unenforced_error"]) = (3, "3 queries should be throttled and are not: x");

        var run = await RunAsync("status", document);

        Assert.Equal(1, run.ExitCode);
        Assert.StartsWith(
            "NOT ENFORCED: 3 queries should be throttled and are not: x\n",
            run.Output,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task Status_PoolWithoutALimitOfReads_HasOneRowOfWhatWasReadBack()
    {
        var run = await RunAsync(
            "status",
            JsonNode.Parse(
                """{"pools":[{"name":"p","read_back":{"cpu_lever":"cgroup v2 cpu.weight=10","cache_mask":null,"read_limit":null,"problems":[]}}]}"""
            )!
        );

        Assert.Single(run.Output.Split('\n'), line => line.Contains("(read back)", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("0", "5 MiB ")]
    [InlineData("2097152", "5 MiB, 2 MiB/s ")]
    [InlineData("null", "5 MiB, stream unknown ")]
    public async Task Status_MeasuredQuery_SaysWhatItTouches(string streamed, string touches)
    {
        var measured = $$"""{"working_set_bytes":5242880,"streamed_bytes_per_second":{{streamed}}}""";

        var run = await RunAsync(
            "status",
            JsonNode.Parse($$"""{"queries":[{"process_id":10,"measured":{{measured}}}]}""")!
        );

        Assert.Contains(touches, run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Status_LeverThatNoSettingUses_IsNotTold()
    {
        var run = await RunAsync(
            "status",
            JsonNode.Parse(
                """
                {"pools":[{"name":"p","settings":[{"name":"cpu weight","requested":"cpu weight 10"}]}],
                 "host":{"levers":[{"lever":"cpu_cgroup","state":"missing"},{"lever":"cache","state":"missing"},
                                   {"lever":"affinity","state":"used"},{"lever":"later","state":"missing"}]}}
                """
            )!
        );

        Assert.Equal(
            "cpu_cgroup: missing, affinity: used, later: missing",
            string.Join(
                ", ",
                run.Output.Split('\n')
                    .Where(line => line.StartsWith("lever ", StringComparison.Ordinal))
                    .Select(line => line[10..].Split(';')[0])
            )
        );
    }

    [Theory]
    [InlineData("status")]
    [InlineData("pause")]
    [InlineData("reload")]
    [InlineData("audit show")]
    public async Task Run_Refusal_IsPrinted(string command)
    {
        _service.Answer = """{"error":"The target a is not governed"}""";
        var run = await _service.Run(command.Split(' '));

        Assert.Equal(3, run.ExitCode);
        Assert.StartsWith("rgp: The target a is not governed", run.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("{}")]
    [InlineData("""{"audit_path":null}""")]
    public async Task AuditShow_ServiceWithoutATrail_SaysHowToStartOne(string answer)
    {
        _service.Answer = answer;
        var run = await _service.Run("audit", "show");

        Assert.Equal((3, "Start it with rgp run --audit FILE."), (run.ExitCode, run.LastErrorLine));
    }

    private Task<CliRun> RunAsync(string command, JsonNode document)
    {
        _service.Answer = document.ToJsonString();
        return _service.Run(command.Split(' '));
    }

    /// <summary>As a service of this version writes it: the baseline of its tests.</summary>
    private static JsonObject Document(string answer) =>
        JsonNode
            .Parse(
                File.ReadAllText(
                    Path.Combine(RepositoryRoot.Path, "tests", "RgPolicy.Service.Tests", "Baselines", answer + ".json")
                )
            )!
            .AsObject();

    private static IEnumerable<JsonObject> Objects(JsonNode? node) =>
        node switch
        {
            JsonObject owner => owner.SelectMany(member => Objects(member.Value)).Prepend(owner),
            JsonArray list => list.SelectMany(Objects),
            _ => [],
        };

    /// <summary>The path to each member of each object; of a list only the first object counts.</summary>
    private static IEnumerable<string[]> Members(JsonNode? node) =>
        node switch
        {
            JsonObject owner => owner.SelectMany(member =>
                Members(member.Value).Select(path => (string[])[member.Key, .. path]).Prepend([member.Key])
            ),
            JsonArray list when list.FirstOrDefault() is JsonObject first => Members(first)
                .Select(path => (string[])["0", .. path]),
            _ => [],
        };

    private static JsonNode At(JsonNode root, IEnumerable<string> path) =>
        path.Aggregate(root, (node, step) => (node is JsonArray list ? list[0] : node[step])!);
}
