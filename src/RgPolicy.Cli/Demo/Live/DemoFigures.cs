using RgPolicy.Service.Reactions;

namespace RgPolicy.Cli.Demo.Live;

/// <summary>Counts what the load does, by segments of the time that it runs.</summary>
internal sealed class DemoFigures(TimeProvider time)
{
    private readonly object _turn = new();
    private readonly long _begun = time.GetTimestamp();
    private readonly List<DemoSegment> _segments = [];

    /// <summary>Since the load began.</summary>
    public TimeSpan Now => time.GetElapsedTime(_begun);

    /// <summary>All that there are, the last one first to be changed.</summary>
    public ImmutableArray<DemoSegment> Segments
    {
        get
        {
            lock (_turn)
                return [.. _segments];
        }
    }

    public async Task WaitUntilAsync(TimeSpan moment, CancellationToken cancellationToken)
    {
        if (moment - Now is { Ticks: > 0 } wait)
            await Task.Delay(wait, time, cancellationToken);
    }

    /// <summary>Begins the next segment; what arrives within its first part does not count.</summary>
    public DemoSegment Begin(bool isGoverned, TimeSpan settling, TimeSpan length)
    {
        lock (_turn)
        {
            var segment = new DemoSegment(isGoverned, Now + settling, Now + length);
            _segments.Add(segment);
            return segment;
        }
    }

    /// <summary>Counts a short transaction that is done, where it arrived.</summary>
    public void AddShort(TimeSpan arrival)
    {
        lock (_turn)
            _segments.Find(each => arrival >= each.From && arrival < each.To)?.Short.Add(Now - arrival);
    }

    /// <summary>Counts an analysis that is done, in parts where it ran.</summary>
    public void AddAnalysis(TimeSpan begun)
    {
        lock (_turn)
        {
            var end = Now;
            foreach (var segment in _segments)
                segment.AddAnalysis(begun, end);
        }
    }
}

/// <summary>A part of the demo in which governing is on, or off.</summary>
internal sealed class DemoSegment(bool isGoverned, TimeSpan from, TimeSpan to)
{
    public bool IsGoverned => isGoverned;

    public TimeSpan From => from;

    public TimeSpan To => to;

    /// <summary>How long each short transaction took.</summary>
    public DurationHistogram Short { get; } = new();

    /// <summary>Analyses done; one that ran half of its time here counts a half.</summary>
    public double Analyses { get; private set; }

    /// <summary>How often was looked what is in force.</summary>
    public int Readings { get; private set; }

    public int AsOrdered { get; private set; }

    /// <summary>In force, or let go, as read back; a short moment between two queries is none against it.</summary>
    public bool IsAsOrdered => Readings > 0 && 2 * AsOrdered >= Readings;

    public void AddAnalysis(TimeSpan begun, TimeSpan end)
    {
        var inside = (end < to ? end : to) - (begun > from ? begun : from);
        Analyses += inside > TimeSpan.Zero ? inside / (end - begun) : 0;
    }

    public void AddReading(bool isAsOrdered) =>
        (Readings, AsOrdered) = (Readings + 1, AsOrdered + (isAsOrdered ? 1 : 0));
}
