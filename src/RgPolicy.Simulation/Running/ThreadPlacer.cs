using RgPolicy.Simulation.Machines;
using RgPolicy.Simulation.Mixes;

namespace RgPolicy.Simulation.Running;

/// <summary>Where threads run, as a scheduler has it that leaves hyper-threads idle while there are idle
/// cores.</summary>
internal sealed class ThreadPlacer(MachineModel machine)
{
    // At a time; a scheduler moves few too.
    private const int MostMoves = 4;

    // Seconds between two times, as of a scheduler's own: executions may end by the thousand in a second.
    private const double Pause = 0.004;
    private const double PauseAfterNone = 0.02;

    // Loads that differ by less are the same.
    private const double Same = 1e-9;

    private readonly double[] _load = new double[machine.Domains.Length];
    private readonly Dictionary<CpuSet, double>[] _threads =
    [
        .. machine.Domains.Select(_ => new Dictionary<CpuSet, double>(ReferenceEqualityComparer.Instance)),
    ];
    private readonly HashSet<(int Kind, PoolShares PoolShares, int First, int Count)> _alike = [];
    private double _balancedAt = double.NegativeInfinity;
    private double _pause = Pause;
    private bool _hasRoom;

    /// <summary>
    /// Gives threads their domains: those with the fewest threads on each core that they may use, as many as there are
    /// cores for all of them. A query that is bound to a domain is there, unless its pool has no CPU of it.
    /// </summary>
    public void Place(Execution execution, PoolShares shares)
    {
        if (execution.Places.IsFor(shares.Cpus))
            return;

        Take(execution);
        Put(execution, Choose(execution.Kind.Query, shares), shares);
    }

    /// <summary>Takes its threads away.</summary>
    public void Leave(Execution execution)
    {
        Take(execution);
        _hasRoom = true;
    }

    private void Take(Execution execution)
    {
        Count(execution, -1);
        execution.Places = ThreadPlaces.None;
    }

    /// <summary>Moves executions from the domain that is used most, as far as others are so much less used that they
    /// are better off there: what a scheduler does when a core becomes idle. Does nothing when no execution has ended
    /// since the last time, or that was a moment ago.</summary>
    /// <param name="executions">All that run.</param>
    /// <param name="standingOf">What each may use.</param>
    /// <param name="now">Seconds that were played.</param>
    public void Balance(IReadOnlyList<Execution> executions, Func<Execution, PoolShares> standingOf, double now)
    {
        if (!_hasRoom || now < _balancedAt + _pause)
            return;
        (_hasRoom, _balancedAt) = (false, now);
        var moves = 0;
        while (moves < MostMoves && Crowded().Exists(place => MoveOne(executions, place, standingOf)))
            moves++;
        _pause = moves > 0 ? Pause : PauseAfterNone;
    }

    // Domains with more threads on a core than another would have with one more, the fullest first.
    private List<int> Crowded()
    {
        var least = double.PositiveInfinity;
        for (var place = 0; place < _load.Length; place++)
            least = Math.Min(least, (_load[place] + 1) / machine.Domains[place].Cores);
        return
        [
            .. Enumerable
                .Range(0, _load.Length)
                .Where(place => FullnessOf(place) > least + Same)
                .OrderByDescending(FullnessOf),
        ];
    }

    private double FullnessOf(int place) => _load[place] / machine.Domains[place].Cores;

    // Of all that run there, whoever gains most.
    private bool MoveOne(IReadOnlyList<Execution> executions, int crowded, Func<Execution, PoolShares> standingOf)
    {
        var (best, places, most) = ((Execution?)null, ImmutableArray<int>.Empty, Same);
        _alike.Clear();
        foreach (var execution in executions)
        {
            if (!execution.Places.Domains.Contains(crowded))
                continue;
            var (shares, here) = (standingOf(execution), execution.Places.Domains);
            if (execution.Kind.Query.Domain is { } bound && shares.Cpus[bound].Count > 0)
                continue;
            if (!_alike.Add((execution.Kind.Index, shares, here[0], here.Length)))
                continue;
            var (target, gained) = BetterPlaces(execution, shares);
            if (gained > most)
                (best, places, most) = (execution, target, gained);
        }

        if (best is null)
            return false;
        var its = standingOf(best);
        Leave(best);
        Put(best, places, its);
        return true;
    }

    // Where it would be put if it began now, and how many threads less there are on a core.
    private (ImmutableArray<int> Places, double Gained) BetterPlaces(Execution execution, PoolShares shares)
    {
        var here = Fullness(execution.Places.Domains, shares, 0);
        Count(execution, -1);
        var places = Choose(execution.Kind.Query, shares);
        var there = Fullness(places, shares, execution.Kind.Query.Dop);
        Count(execution, 1);
        return (places, here - there);
    }

    private double Fullness(ImmutableArray<int> places, PoolShares shares, double more) =>
        (places.Sum(place => LoadOf(place, shares)) + more) / places.Sum(place => (double)shares.Cpus[place].Cores);

    private void Put(Execution execution, ImmutableArray<int> places, PoolShares shares)
    {
        var cores = places.Sum(place => (double)shares.Cpus[place].Cores);
        execution.Places = new ThreadPlaces(
            places,
            [.. places.Select(place => execution.Kind.Query.Dop * shares.Cpus[place].Cores / cores)],
            shares.Cpus
        );
        Count(execution, 1);
    }

    private ImmutableArray<int> Choose(MixQuery query, PoolShares shares)
    {
        if (query.Domain is { } bound && shares.Cpus[bound].Count > 0)
            return [bound];
        var (chosen, cores) = (ImmutableArray.CreateBuilder<int>(), 0);
        foreach (
            var place in Enumerable
                .Range(0, machine.Domains.Length)
                .Where(place => shares.Cpus[place].Count > 0)
                .OrderBy(place => (LoadOf(place, shares) + 1) / shares.Cpus[place].Cores)
        )
        {
            chosen.Add(place);
            cores += shares.Cpus[place].Cores;
            if (cores >= query.Dop)
                break;
        }

        chosen.Sort();
        return chosen.ToImmutable();
    }

    // Threads of others that run on what it may use: those of another set as far as the two have CPUs in common.
    private double LoadOf(int place, PoolShares shares)
    {
        var (mine, load) = (shares.Cpus[place], 0.0);
        foreach (var (cpus, threads) in _threads[place])
            load += threads * mine.PartOf(cpus);
        return load;
    }

    private void Count(Execution execution, int sign)
    {
        var (domains, threads) = (execution.Places.Domains, execution.Places.Threads);
        for (var index = 0; index < domains.Length; index++)
        {
            var (counts, cpus) = (_threads[domains[index]], execution.Places.Cpus[domains[index]]);
            _load[domains[index]] += sign * threads[index];
            var left = counts.GetValueOrDefault(cpus) + (sign * threads[index]);
            if (left > Same)
                counts[cpus] = left;
            else
                counts.Remove(cpus);
        }
    }
}

/// <summary>Where the threads of an execution are.</summary>
/// <param name="Domains">Positions of domains.</param>
/// <param name="Threads">Threads in each.</param>
/// <param name="Cpus">What it was allowed when it was placed, domain by domain.</param>
internal sealed record ThreadPlaces(
    ImmutableArray<int> Domains,
    ImmutableArray<double> Threads,
    ImmutableArray<CpuSet> Cpus
)
{
    /// <summary>Nowhere.</summary>
    public static ThreadPlaces None { get; } = new([], [], []);

    /// <summary>Whether it was placed for these CPUs.</summary>
    public bool IsFor(ImmutableArray<CpuSet> cpus) => Cpus == cpus || Cpus.SequenceEqual(cpus);
}
