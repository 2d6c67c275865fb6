using System.Text.Json;

namespace RgPolicy.Cli.Tests.Commands;

public sealed class WhyCommandTests : IDisposable
{
    private readonly TestFolder _folder = new TestFolder()
        .With("p.rgp", Samples.Policy)
        .With("scan.json", Samples.ScanPlan);

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Why_Json_HasTheFixedFields()
    {
        var run = await Why("--output", "json");

        Assert.Equal(0, run.ExitCode);
        Assert.Equal(
            "schema class line provisional unknown_signals tried pool settings revision unknown allotment co_run",
            CliRun.Fields(run.Json)
        );
        Assert.Equal(
            ("rgp/why/1", "scan", "polluters", 10),
            (
                run.Json.GetProperty("schema").GetString(),
                run.Json.GetProperty("class").GetString(),
                run.Json.GetProperty("pool").GetString(),
                run.Json.GetProperty("line").GetInt32()
            )
        );
        var tried = run.Json.GetProperty("tried");
        Assert.Equal(2, tried.GetArrayLength());
        Assert.Equal("class line result atoms", CliRun.Fields(tried[0]));
        Assert.Equal("text value result decides", CliRun.Fields(tried[0].GetProperty("atoms")[0]));
        Assert.Equal("scan", tried[0].GetProperty("atoms")[0].GetProperty("value").GetString());
        Assert.Equal("false", tried[0].GetProperty("result").GetString());
        var setting = run.Json.GetProperty("settings")[0];
        Assert.Equal("name requested effective effect reason", CliRun.Fields(setting));
        Assert.Equal(
            ("cpu weight", "running"),
            (setting.GetProperty("name").GetString(), setting.GetProperty("effect").GetString())
        );
    }

    [Theory]
    [InlineData("json")]
    [InlineData("text")]
    public async Task Why_ValuesOfEveryType_IsTheBaseline(string output)
    {
        _folder.With(
            "all.rgp",
            """
            language 1
            pool critical  { cpu weight 1000 }
            pool polluters { cpu weight 300  cache 10%  memory bandwidth 30%  cores socket 1 }
            pool slow      { cpu weight 300  cache 10%  memory bandwidth 30% }
            window night = mon..sun 22:00..06:00 "Etc/UTC"
            class app   -> critical  when session.app = 'none' and session.login like 'a%'
            class kinds -> critical  when statement.kind not in (select, insert) or statement.tables contains any ('x', 'y')
            class later -> critical  when during night and plan.writes or statement.fingerprint = 'f'
            class old   -> critical  when dbms.version < 10
            class scan  -> polluters when plan.shape = scan and plan.cost > 0.5 and plan.working_set < 900 GiB
            default     -> slow

            """
        );
        var run = await _folder.Run(
            "why",
            "--policy",
            "all.rgp",
            "--query-plan",
            "scan.json",
            "--profile",
            "broadwell_2s",
            "--session",
            "app=<é>",
            "--at",
            "2026-11-24T15:00Z",
            "--output",
            output
        );

        Assert.True(run.ExitCode == 0, run.Error + run.Output);
        Baseline.Check("why-" + output, run.Output);
    }

    [Fact]
    public async Task Why_TargetWithCache_HasMasksBeforeAndAfter()
    {
        var json = await Why("--profile", "broadwell_2s", "--output", "json");
        var text = await Why("--profile", "broadwell_2s");

        var allotment = json.Json.GetProperty("allotment");
        Assert.Equal(
            "pool number cpu_share cores memory_bandwidth_percent low_io_priority read_bytes_per_second "
                + "reads_per_second service_class shares_class_with cache_notes masks",
            CliRun.Fields(allotment)
        );
        Assert.Equal(
            ("polluters", 2),
            (allotment.GetProperty("pool").GetString(), allotment.GetProperty("number").GetInt32())
        );
        var mask = allotment.GetProperty("masks")[1];
        Assert.Equal(
            ("0xfffff", "0x3"),
            (mask.GetProperty("before").GetString(), mask.GetProperty("after").GetString())
        );
        Assert.Contains("L3 0 1: before 0xfffff, now 0x3", text.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Why_Text_NamesClassAtomsAndSettings()
    {
        var run = await Why();

        Assert.Equal(0, run.ExitCode);
        Assert.Contains("class scan -> pool polluters, line 10", run.Output, StringComparison.Ordinal);
        Assert.Contains("plan.shape = scan", run.Output, StringComparison.Ordinal);
        Assert.Contains("cpu weight 100", run.Output, StringComparison.Ordinal);
        Assert.DoesNotContain('\u001b', run.Output);
    }

    [Fact]
    public async Task Why_UnknownSession_IsListedAndNull()
    {
        _folder.With(
            "s.rgp",
            Samples.Policy.Replace(
                "class oltp ",
                "class app -> critical when session.app = 'x'\nclass oltp ",
                StringComparison.Ordinal
            )
        );

        var run = await _folder.Run("why", "--policy", "s.rgp", "--query-plan", "scan.json", "--output", "json");

        Assert.True(run.Json.GetProperty("provisional").GetBoolean());
        Assert.Equal("session.app", run.Json.GetProperty("unknown_signals")[0].GetString());
        var unknown = run.Json.GetProperty("unknown")[0];
        Assert.Equal(
            ("session.app", "pending"),
            (unknown.GetProperty("signal").GetString(), unknown.GetProperty("state").GetString())
        );
        Assert.Equal(
            JsonValueKind.Null,
            run.Json.GetProperty("tried")[0].GetProperty("atoms")[0].GetProperty("value").ValueKind
        );
    }

    [Theory]
    [InlineData("--session", "app", "not a session signal")]
    [InlineData("--session", "colour=red", "not a session signal")]
    [InlineData("--statement", "7", "has no statement 7")]
    public async Task Why_WrongChoice_IsMisuse(string option, string value, string message)
    {
        var run = await Why(option, value);

        Assert.Equal((2, ""), (run.ExitCode, run.Output));
        Assert.Contains(message, run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Why_MissingPlan_EndsWithThree()
    {
        var run = await _folder.Run("why", "--policy", "p.rgp", "--query-plan", "nowhere.json");

        Assert.Equal(3, run.ExitCode);
    }

    private Task<CliRun> Why(params string[] more) =>
        _folder.Run(["why", "--policy", "p.rgp", "--query-plan", "scan.json", "--session", "app=psql", .. more]);
}
