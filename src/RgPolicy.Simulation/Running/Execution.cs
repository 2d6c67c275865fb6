using RgPolicy.Engine.Observe;
using RgPolicy.Simulation.Timing;

namespace RgPolicy.Simulation.Running;

/// <summary>One execution on its way through its phases.</summary>
/// <param name="backend">Who runs it.</param>
/// <param name="started">When it came: at the gate, where there is one.</param>
internal sealed class Execution(Backend backend, double started)
{
    private ThreadPlaces _places = ThreadPlaces.None;
    private PoolShares? _standing;

    public Backend Backend => backend;

    public QueryKind Kind => backend.Kind;

    public double Started => started;

    /// <summary>The phase that runs.</summary>
    public int Phase { get; private set; }

    /// <summary>The part of the phase that is done.</summary>
    public double Done { get; private set; }

    /// <summary>Where its threads are.</summary>
    public ThreadPlaces Places
    {
        get => _places;
        set => (_places, _standing) = (value, null);
    }

    /// <summary>The groups that it belongs to, one for each of these domains.</summary>
    public LoadGroup[] Groups { get; private set; } = [];

    /// <summary>Phases per second.</summary>
    public double Speed { get; private set; }

    /// <summary>How it was last shown to the governor, and in which phase.</summary>
    public (ObservedQuery Query, int Phase)? Shown { get; set; }

    /// <summary>Processor seconds used.</summary>
    public double Used { get; private set; }

    public PhaseLoad Load => Kind.Loads[Phase];

    /// <summary>Seconds until the phase ends if nothing changes.</summary>
    public double Left => Speed > 0 ? (1 - Done) / Speed : double.PositiveInfinity;

    /// <summary>Whether its groups are those of this standing, of its phase and of its domains.</summary>
    public bool IsIn(PoolShares shares) => ReferenceEquals(_standing, shares);

    /// <summary>It belongs to these groups now.</summary>
    public void Enter(PoolShares shares, LoadGroup[] groups) => (_standing, Groups) = (shares, groups);

    /// <summary>Takes its speed over from its groups.</summary>
    public void SumSpeed()
    {
        var sum = 0.0;
        foreach (var group in Groups)
            sum += group.Rate;
        Speed = sum;
    }

    /// <summary>Lets time pass.</summary>
    public void Pass(double seconds)
    {
        Done = Math.Min(1, Done + (Speed * seconds));
        foreach (var group in Groups)
            Used += seconds * group.Threads * group.CpuPart;
    }

    /// <summary>Goes on to the next phase.</summary>
    /// <returns>False where there is none.</returns>
    public bool Advance()
    {
        (Phase, Done, _standing) = (Phase + 1, 0, null);
        return Phase < Kind.Loads.Length;
    }
}

/// <summary>A process of the simulated server: it keeps its place in a pool until the governor moves it.</summary>
/// <param name="processId">Its number.</param>
/// <param name="kind">What it runs, one execution after the other.</param>
internal sealed class Backend(int processId, QueryKind kind)
{
    public int ProcessId => processId;

    public QueryKind Kind => kind;

    /// <summary>Its pool's number; 0 is not throttled.</summary>
    public int Pool { get; set; }

    /// <summary>When its last execution ended.</summary>
    public double IdleSince { get; set; } = double.NegativeInfinity;

    public SessionFacts Session => kind.Query.Session;
}
