using System.CommandLine;
using RgPolicy.Cli.Commands;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Cli.Tests.Hostile;

/// <summary>What every command prints when names, files and answers are hostile, on a terminal and in a pipe.</summary>
public sealed class HostileTextTests : IDisposable
{
    // Those that would run until they are told to end, or take their time: with what is wrong alone.
    private static readonly string[] Long = ["service run", "demo"];

    private readonly HostileFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    public static TheoryData<string> Commands()
    {
        var data = new TheoryData<string>();
        Leaves(RootCommandFactory.Create(CliRun.Context(Stream.Null)), "").ToList().ForEach(data.Add);
        return data;
    }

    [Theory]
    [MemberData(nameof(Commands))]
    public async Task Command_HostileArgumentsAndOptions_PrintsNothingRaw(string name)
    {
        var command = Find(name);
        string[] words = [.. name.Split(' '), .. Elsewhere(command, except: "")];
        string[] files =
            command.Arguments.Count == 0
                ? [""]
                :
                [
                    _folder.Policy,
                    _folder.BadPolicy,
                    _folder.Recording,
                    _folder.Plan,
                    _folder.Missing,
                    HostileText.Name,
                ];
        foreach (var file in Long.Contains(name, StringComparer.Ordinal) ? [] : files)
        {
            string[] all = [.. words, .. command.Arguments.Select(_ => file)];
            await RunBothAsync(all);
            await RunBothAsync([.. all, "--output", "json"]);
        }

        foreach (var option in command.Options.Where(o => o.Name is not ("--help" or "--watch" or "--measure")))
        {
            await RunBothAsync([
                .. name.Split(' '),
                .. Elsewhere(command, option.Name),
                .. command.Arguments.Select(_ => _folder.Policy),
                option.Name,
                HostileText.Name,
            ]);
        }

        await RunBothAsync([.. words, "--" + HostileText.Name, HostileText.Name]);
    }

    [Fact]
    public async Task Commands_HostileServerAndService_AreShownEscaped()
    {
        await using var cluster = await PostgresCluster.StartAsync();
        var role = HostileText.Name.Replace("'", "", StringComparison.Ordinal);
        await cluster.ExecuteAsync(
            $"CREATE ROLE \"{role}\" LOGIN; ALTER ROLE \"{role}\" SET work_mem = '7MB'; CREATE TABLE \"{role}\" "
                + $"(\"{role}\" int)"
        );
        await cluster.ExecuteAsync($"CREATE DATABASE \"{role}\"");
        var target = cluster.Url(PostgresCluster.Superuser);
        var policy = Path.Join(_folder.Root, "live.rgp");
        await File.WriteAllTextAsync(
            policy,
            "language 1\npool fast { maxdop 0 }\npool slow { maxdop 3 grant 8 MiB }\nclass odd -> slow when "
                + "session.login like '%FORGED%'\ndefault -> fast\n"
        );
        foreach (var command in new[] { "plan", "drift" })
            await RunBothAsync(command, policy, "--server", target);
        await RunBothAsync("probe", "--server", target);
        await RunBothAsync("doctor", "--server", target);

        using var end = new CancellationTokenSource();
        var (socket, proxy, audit) = (
            Path.Join(_folder.Root, "s.sock"),
            Path.Join(_folder.Root, "p.sock"),
            Path.Join(_folder.Root, "audit.jsonl")
        );
        var running = CommandRunner.RunAsync(
            _folder.Within(CliRun.Context(new MemoryStream())),
            [
                "run",
                policy,
                "--server",
                target,
                "--level",
                "advise",
                "--status-socket",
                socket,
                "--pause-file",
                Path.Join(_folder.Root, "paused"),
                "--audit",
                audit,
            ],
            end.Token
        );
        await using var session = await cluster.OpenAsync(user: role);
        await using var sleep = new Npgsql.NpgsqlCommand($"select pg_sleep(3600) /* {role} */", session)
        {
            CommandTimeout = 0,
        };
        var sleeping = sleep.ExecuteNonQueryAsync(end.Token);
        try
        {
            await AskAsync(session.ProcessID, socket, proxy, audit);
        }
        finally
        {
            await end.CancelAsync();
            await Record.ExceptionAsync(() => sleeping);
        }

        await running;
    }

    /// <summary>Everything that a service answers, by itself and through a peer that changes its answers.</summary>
    private async Task AskAsync(int process, string socket, string proxy, string audit)
    {
        using var hostile = new HostileProxy(proxy, socket);
        await UntilItShowsAsync(socket, process);
        foreach (var at in new[] { socket, proxy })
        {
            var why = await HostileText.RunAsync(
                _folder.Within,
                false,
                "why",
                "--pid",
                $"{process}",
                "--status-socket",
                at
            );
            Assert.Contains("FORGED", why.Output, StringComparison.Ordinal);
            Assert.Contains("\\u202e\\u2066", why.Output, StringComparison.Ordinal);
            string[][] asked =
            [
                ["status"],
                ["why", "--pid", $"{process}"],
                ["pause"],
                ["status"],
                ["resume"],
                ["reload"],
                ["audit", "show", audit],
                ["audit", "verify", audit],
            ];
            foreach (var line in asked)
            {
                string[] place = line[0] == "audit" ? [] : ["--status-socket", at];
                await RunBothAsync([.. line, .. place]);
                await RunBothAsync([.. line, .. place, "--output", "json"]);
            }
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Document_APolicyInAPipe_IsAsItIs(bool isTerminal)
    {
        var text = "language 1\npool a { }\ndefault -> a // \u202eleft\n";
        await File.WriteAllTextAsync(_folder.Policy, text);
        var output = new MemoryStream();
        var context = _folder.Within(
            CliRun.Context(output) with
            {
                IsOutputTerminal = isTerminal,
                Input = CliRun.Input(text),
            }
        );

        await CommandRunner.RunAsync(context, ["fmt", "-"], CancellationToken.None);
        await context.FlushAsync();

        Assert.Equal(
            !isTerminal,
            System.Text.Encoding.UTF8.GetString(output.ToArray()).Contains('\u202e', StringComparison.Ordinal)
        );
    }

    private async Task RunBothAsync(params string[] arguments)
    {
        await HostileText.RunAsync(_folder.Within, isTerminal: false, arguments);
        await HostileText.RunAsync(_folder.Within, isTerminal: true, arguments);
    }

    private async Task UntilItShowsAsync(string socket, int process)
    {
        for (var attempt = 0; ; attempt++)
        {
            var why = await HostileText.RunAsync(
                _folder.Within,
                false,
                "why",
                "--pid",
                $"{process}",
                "--status-socket",
                socket
            );
            if (why.ExitCode == 0)
                return;
            Assert.True(attempt < 300, why.Error);
            await Task.Delay(100);
        }
    }

    /// <summary>No sidecar of this machine is asked.</summary>
    private IEnumerable<string> Elsewhere(Command command, string except) =>
        new[] { ("--state-dir", "state"), ("--socket", "sidecar.sock"), ("--sidecar", "sidecar.sock") }
            .Where(place => place.Item1 != except && command.Options.Any(o => o.Name == place.Item1))
            .SelectMany(place => new[] { place.Item1, Path.Join(_folder.Root, place.Item2) });

    private static IEnumerable<string> Leaves(Command command, string path) =>
        command.Subcommands.Count == 0
            ? [path.Trim()]
            : command.Subcommands.SelectMany(each => Leaves(each, $"{path} {each.Name}"));

    private static Command Find(string name)
    {
        Command command = RootCommandFactory.Create(CliRun.Context(Stream.Null));
        foreach (var word in name.Split(' '))
            command = command.Subcommands.First(each => each.Name == word);
        return command;
    }
}
