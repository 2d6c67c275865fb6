using RgPolicy.Testing.Stack;

namespace RgPolicy.Chaos;

/// <summary>Rounds of kills on a governed server of whatever kind, and what is left of it at the end.</summary>
internal static class ChaosRounds
{
    private static readonly Victims[] Choices =
    [
        Victims.Service,
        Victims.Guard,
        Victims.Mover,
        Victims.Service | Victims.Guard,
        Victims.Service | Victims.Mover,
        Victims.Guard | Victims.Mover,
    ];

    /// <summary>Kills so many times, and repairs after each.</summary>
    /// <param name="governed">The server, its sidecar and service.</param>
    /// <param name="serverProcess">The server's main process.</param>
    /// <param name="count">How many rounds.</param>
    /// <param name="random">Draws who is killed.</param>
    /// <param name="moment">Draws when, from the round's begin.</param>
    /// <param name="output">Told each round's outcome.</param>
    /// <param name="cancellationToken">Ends it.</param>
    public static async Task<List<RoundOutcome>> RunAsync(
        GovernedServer governed,
        int serverProcess,
        int count,
        Random random,
        Func<Random, TimeSpan> moment,
        TextWriter output,
        CancellationToken cancellationToken
    )
    {
        var round = new ChaosRound(governed, serverProcess);
        List<RoundOutcome> rounds = [];
        for (var number = 1; number <= count; number++)
        {
            var victims = Choices[random.Next(Choices.Length)];
            rounds.Add(await round.RunAsync(number, victims, moment(random), cancellationToken));
            await output.WriteLineAsync(ChaosReport.Line(rounds[^1]));
            await governed.RepairAsync();
        }

        return rounds;
    }

    /// <summary>Stops service and sidecar; what they leave behind is told.</summary>
    public static async Task<List<string>> EndAsync(GovernedServer governed)
    {
        var groups = governed.Groups();
        await governed.StopAsync();
        return
        [
            .. groups.Where(Directory.Exists).Select(group => "group " + group),
            .. governed.SidecarProcesses.Select(process => $"process {process}"),
        ];
    }
}
