using Npgsql;
using RgPolicy.Dbms.PostgreSql.Explain.Guarding;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Explain.Race;

/// <summary>Attacks while statements are explained, several at once on one server.</summary>
internal static class RaceRun
{
    private const int AttacksAtOnce = 4;
    private const int Raiders = 2;
    private const int Observers = 2;

    /// <summary>Tries of each attack: few, unless RGPOLICY_RACE_TRIES says how many.</summary>
    public static int Tries { get; } = Number("RGPOLICY_RACE_TRIES") ?? 80;

    /// <summary>Where a part of a long run is added, or null.</summary>
    public static string? File { get; } =
        Environment.GetEnvironmentVariable("RGPOLICY_RACE_FILE") is { Length: > 0 } file ? file : null;

    /// <summary>The versions to try: 15 and 18, unless RGPOLICY_RACE_VERSIONS names others; 0 for the distribution's
    /// own where none is here.</summary>
    public static IEnumerable<int> Versions { get; } =
        (
            Environment.GetEnvironmentVariable("RGPOLICY_RACE_VERSIONS") is { Length: > 0 } named
                ? named.Split(',').Select(v => int.Parse(v, CultureInfo.InvariantCulture))
                : [PostgresVersions.OfTheDistribution, 18]
        )
            .Where(v => v == PostgresVersions.OfTheDistribution || PostgresVersions.ReasonToSkip(v) is null)
            .DefaultIfEmpty(PostgresVersions.OfTheDistribution)
            .ToArray();

    // How long a part may take.
    private static TimeSpan Longest { get; } = TimeSpan.FromSeconds(Number("RGPOLICY_RACE_SECONDS") ?? 3600);

    /// <summary>Tries every attack as often as it is still to be tried, or until the time of this part
    /// is over.</summary>
    public static async Task<Dictionary<string, RaceTally>> AllAsync(
        RaceArena arena,
        Func<IPlanGuard> guard,
        Func<RaceAttack, int> tries,
        bool untilRaided = false
    )
    {
        using var over = new CancellationTokenSource(Longest);
        var tallies = RaceAttack.All.ToDictionary(attack => attack.Name, _ => new RaceTally(), StringComparer.Ordinal);
        await Parallel.ForEachAsync(
            RaceAttack.All,
            new ParallelOptions { MaxDegreeOfParallelism = AttacksAtOnce },
            async (attack, _) =>
                await OneAsync(arena, attack, guard, tries(attack), untilRaided, tallies[attack.Name], over.Token)
        );
        return tallies;
    }

    private static async Task OneAsync(
        RaceArena arena,
        RaceAttack attack,
        Func<IPlanGuard> guard,
        int tries,
        bool untilRaided,
        RaceTally tally,
        CancellationToken over
    )
    {
        if (tries <= 0 || over.IsCancellationRequested)
            return;
        await arena.PrepareAsync(attack);
        var before = arena.Raids(attack);
        using var stop = new CancellationTokenSource();
        var changes = Array.ConvertAll(attack.Changes, change => RaceArena.Written(change, attack));
        var dba = Array.ConvertAll(attack.DbaChanges, change => RaceArena.Written(change, attack));
        var busy = Enumerable
            .Range(1, Raiders)
            .Select(seed => ChangeAsync(() => arena.RaiderAsync(attack), changes, seed, stop.Token))
            .ToList();
        if (dba.Length > 0)
            busy.Add(ChangeAsync(() => arena.DbaAsync(attack), dba, 1, stop.Token));
        var left = tries;
        await Task.WhenAll(
            Enumerable
                .Range(1, Observers)
                .Select(seed =>
                    ObserveAsync(
                        arena,
                        attack,
                        guard(),
                        seed,
                        tally,
                        () =>
                            !over.IsCancellationRequested
                            && Interlocked.Decrement(ref left) >= 0
                            && !(untilRaided && left % 20 == 0 && arena.Raids(attack) > before)
                    )
                )
        );
        await stop.CancelAsync();
        await Task.WhenAll(busy);
        tally.Raids = arena.Raids(attack) - before;
    }

    private static async Task ObserveAsync(
        RaceArena arena,
        RaceAttack attack,
        IPlanGuard guard,
        int seed,
        RaceTally tally,
        Func<bool> goesOn
    )
    {
        var random = new Random(seed);
        var connection = arena.Observer(attack);
        await using var look = await RaceLook.OpenAsync(arena, attack);
        await using var probe = new ExplainProbe(connection, connection.Database, guard);
        while (goesOn())
        {
            var (login, processId, started) = await look.AsItRunsAsync();
            var answer = await probe.ExplainOnceAsync(
                attack.Texts[random.Next(attack.Texts.Length)],
                login,
                processId,
                started
            );
            tally.Count(answer.Facts?.Source == "re-explain", answer.Failures > 0);
        }
    }

    private static async Task ChangeAsync(
        Func<Task<NpgsqlConnection>> open,
        string[] changes,
        int seed,
        CancellationToken stop
    )
    {
        var random = new Random(seed);
        var turn = seed;
        while (!stop.IsCancellationRequested)
        {
            await using var connection = await open();
            while (!stop.IsCancellationRequested && await ChangeAsync(connection, changes[turn++ % changes.Length]))
                if (random.Next(4) == 0)
                    await Task.Delay(1, CancellationToken.None);
        }
    }

    /// <summary>False when the connection is to be made again.</summary>
    private static async Task<bool> ChangeAsync(NpgsqlConnection connection, string change)
    {
        try
        {
            await using var command = new NpgsqlCommand(change, connection) { CommandTimeout = 30 };
            await command.ExecuteNonQueryAsync(CancellationToken.None);
            return true;
        }
        catch (PostgresException)
        {
            // Another session was faster; what was begun is left.
            return connection.FullState == System.Data.ConnectionState.Open && await RolledBackAsync(connection);
        }
        catch (Exception e) when (e is NpgsqlException or InvalidOperationException)
        {
            return false;
        }
    }

    private static async Task<bool> RolledBackAsync(NpgsqlConnection connection)
    {
        try
        {
            await using var command = new NpgsqlCommand("ROLLBACK", connection);
            await command.ExecuteNonQueryAsync(CancellationToken.None);
            return true;
        }
        catch (Exception e) when (e is NpgsqlException or InvalidOperationException)
        {
            return false;
        }
    }

    private static int? Number(string variable) =>
        int.TryParse(
            Environment.GetEnvironmentVariable(variable),
            NumberStyles.None,
            CultureInfo.InvariantCulture,
            out var number
        )
            ? number
            : null;
}
