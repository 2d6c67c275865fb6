using RgPolicy.Sidecar.Serving;

namespace RgPolicy.Sidecar.Tests.Serving;

/// <summary>One late heartbeat on a full host is no reason to let go; a client that hangs is.</summary>
public sealed class LeasePatienceTests
{
    private const int Client = 7;
    private const int Self = 1;
    private static readonly TimeSpan Lease = TimeSpan.FromMilliseconds(1500);

    private readonly HandTime _time = new();
    private readonly Dictionary<int, TimeSpan> _waited = new()
    {
        [Client] = TimeSpan.FromHours(1),
        [Self] = TimeSpan.FromHours(2),
    };
    private readonly LeasePatience _patience;

    public LeasePatienceTests() =>
        _patience = new LeasePatience(
            Lease,
            _time,
            process => _waited.TryGetValue(process, out var waited) ? waited : null,
            Self
        );

    [Fact]
    public void MayWait_ClientHangs_GetsNoMoreTime()
    {
        _patience.Heard(Client);
        _time.Pass(Lease);
        Assert.False(_patience.MayWait());
    }

    [Theory]
    [InlineData(Client)]
    [InlineData(Self)]
    public void MayWait_ClientOrSidecarHadNoProcessor_GetsTwoMoreLeasesAtMost(int late)
    {
        _patience.Heard(Client);
        var leases = 0;
        do
        {
            _time.Pass(Lease + TimeSpan.FromMilliseconds(20));
            _waited[late] += Lease;
            leases++;
        } while (_patience.MayWait());

        Assert.Equal(LeasePatience.MostLeases, leases);
    }

    [Fact]
    public void MayWait_WaitedOnceAndThenHangs_GetsOneMoreLease()
    {
        _patience.Heard(Client);
        _time.Pass(Lease);
        _waited[Client] += Lease;
        Assert.True(_patience.MayWait());
        _time.Pass(Lease);
        Assert.False(_patience.MayWait());
    }

    [Fact]
    public void MayWait_WaitedLongAgo_DoesNotCount()
    {
        _patience.Heard(Client);
        _waited[Client] += TimeSpan.FromSeconds(10);
        _time.Pass(TimeSpan.FromSeconds(1));
        _patience.Heard(Client);
        _time.Pass(Lease);
        Assert.False(_patience.MayWait());
    }

    [Fact]
    public void MayWait_HeardAgain_CountsFromThere()
    {
        for (var round = 0; round < 5; round++)
        {
            _patience.Heard(Client);
            _time.Pass(Lease);
            _waited[Client] += Lease;
            Assert.True(_patience.MayWait());
        }
    }

    [Fact]
    public void MayWait_AnotherClient_HasItsOwnCount()
    {
        _patience.Heard(Client);
        _waited[Client] += TimeSpan.FromSeconds(10);
        _patience.Heard(8);
        _time.Pass(Lease);
        Assert.False(_patience.MayWait());
    }

    [Fact]
    public void MayWait_KernelDoesNotCount_GetsNoMoreTime()
    {
        _waited.Clear();
        _patience.Heard(Client);
        _time.Pass(Lease);
        Assert.False(_patience.MayWait());
    }

    private sealed class HandTime : TimeProvider
    {
        private long _now;

        public override long TimestampFrequency => TimeSpan.TicksPerSecond;

        public override long GetTimestamp() => _now;

        internal void Pass(TimeSpan time) => _now += time.Ticks;
    }
}
