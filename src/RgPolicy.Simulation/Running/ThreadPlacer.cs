using System.Collections.Immutable;
using RgPolicy.Simulation.Machines;
using RgPolicy.Simulation.Mixes;

namespace RgPolicy.Simulation.Running;

/// <summary>Where threads run, as a scheduler has it that leaves hyper-threads idle while there are idle cores.</summary>
internal sealed class ThreadPlacer(MachineModel machine)
{
    // At a time; a scheduler moves few too.
    private const int MostMoves = 4;

    // Seconds between two times, as of a scheduler's own: executions may end by the thousand in a second.
    private const double Pause = 0.004;

    // Loads that differ by less are the same.
    private const double Same = 1e-9;

    private readonly double[] _load = new double[machine.Domains.Length];
    private readonly Dictionary<CpuSet, double>[] _threads =
    [
        .. machine.Domains.Select(_ => new Dictionary<CpuSet, double>(ReferenceEqualityComparer.Instance)),
    ];
    private double _balancedAt = double.NegativeInfinity;
    private bool _hasRoom;

    /// <summary>
    /// Gives threads their domains: those with the fewest threads on each core that they may use, as many as there are
    /// cores for all of them. A query that is bound to a domain is there, unless its pool has no CPU of it.
    /// </summary>
    public void Place(Execution execution, Standing standing)
    {
        if (execution.Places.IsFor(standing.Cpus))
            return;

        Leave(execution);
        Put(execution, Choose(execution.Kind.Query, standing), standing);
    }

    /// <summary>Takes its threads away.</summary>
    public void Leave(Execution execution)
    {
        Count(execution, -1);
        execution.Places = ThreadPlaces.None;
        _hasRoom = true;
    }

    /// <summary>Moves executions from the domain that is used most, as far as others are so much less used that they are
    /// better off there: what a scheduler does when a core becomes idle. Does nothing when nobody has left since the last
    /// time, or that was a moment ago.</summary>
    /// <param name="executions">All that run.</param>
    /// <param name="standingOf">What each may use.</param>
    /// <param name="now">Seconds that were played.</param>
    public void Balance(IReadOnlyList<Execution> executions, Func<Execution, Standing> standingOf, double now)
    {
        if (!_hasRoom || now < _balancedAt + Pause)
            return;
        (_hasRoom, _balancedAt) = (false, now);
        for (var move = 0; move < MostMoves; move++)
        {
            if (MostUsed() is not { } crowded)
                return;
            var (best, place, most) = ((Execution?)null, 0, Same);
            foreach (var execution in executions)
            {
                if (execution.Places.Domains is not [var here] || here != crowded)
                    continue;
                var (target, gained) = BetterPlace(execution, standingOf(execution));
                if (gained > most)
                    (best, place, most) = (execution, target, gained);
            }

            if (best is null)
                return;
            var standing = standingOf(best);
            Leave(best);
            Put(best, [place], standing);
        }
    }

    // Null where nowhere is room for a thread more than there.
    private int? MostUsed()
    {
        var (most, least, crowded) = (double.NegativeInfinity, double.PositiveInfinity, 0);
        for (var place = 0; place < _load.Length; place++)
        {
            var cores = machine.Domains[place].Cores;
            if (_load[place] / cores > most)
                (most, crowded) = (_load[place] / cores, place);
            least = Math.Min(least, (_load[place] + 1) / cores);
        }

        return most > least + Same ? crowded : null;
    }

    private (int Place, double Gained) BetterPlace(Execution execution, Standing standing)
    {
        var here = execution.Places.Domains[0];
        var (best, most) = (here, 0.0);
        if (execution.Kind.Query.Domain == here)
            return (best, most);
        var now = LoadOf(here, standing) / standing.Cpus[here].Cores;
        for (var place = 0; place < machine.Domains.Length; place++)
        {
            var cores = standing.Cpus[place].Cores;
            if (place == here || cores < execution.Kind.Query.Dop)
                continue;
            var gained = now - ((LoadOf(place, standing) + execution.Kind.Query.Dop) / cores);
            if (gained > most)
                (best, most) = (place, gained);
        }

        return (best, most);
    }

    private void Put(Execution execution, ImmutableArray<int> places, Standing standing)
    {
        var cores = places.Sum(place => (double)standing.Cpus[place].Cores);
        execution.Places = new ThreadPlaces(
            places,
            [.. places.Select(place => execution.Kind.Query.Dop * standing.Cpus[place].Cores / cores)],
            standing.Cpus
        );
        Count(execution, 1);
    }

    private ImmutableArray<int> Choose(MixQuery query, Standing standing)
    {
        if (query.Domain is { } bound && standing.Cpus[bound].Count > 0)
            return [bound];
        var (chosen, cores) = (ImmutableArray.CreateBuilder<int>(), 0);
        foreach (
            var place in Enumerable
                .Range(0, machine.Domains.Length)
                .Where(place => standing.Cpus[place].Count > 0)
                .OrderBy(place => (LoadOf(place, standing) + 1) / standing.Cpus[place].Cores)
        )
        {
            chosen.Add(place);
            cores += standing.Cpus[place].Cores;
            if (cores >= query.Dop)
                break;
        }

        chosen.Sort();
        return chosen.ToImmutable();
    }

    // Threads of others that run on what it may use: those of another set as far as the two have CPUs in common.
    private double LoadOf(int place, Standing standing)
    {
        var (mine, load) = (standing.Cpus[place], 0.0);
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
