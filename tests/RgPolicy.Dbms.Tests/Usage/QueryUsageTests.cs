using RgPolicy.Dbms.Usage;

namespace RgPolicy.Dbms.Tests.Usage;

public sealed class QueryUsageTests
{
    private readonly ProcessTable _table = new();
    private readonly QueryUsage _usage = new();

    [Fact]
    public void Read_Backend_CountsFromTheFirstLook()
    {
        Look(1, cpu: 5, bytes: 100);
        Assert.Equal(new ProcessUsage(TimeSpan.Zero, 0), _usage.Total);

        Look(2, cpu: 7.5, bytes: 300);

        Assert.Equal(new ProcessUsage(TimeSpan.FromSeconds(2.5), 200), _usage.Total);
    }

    [Fact]
    public void Read_Workers_CountFromTheirBeginningAndAfterTheirEnd()
    {
        Look(1, cpu: 5, bytes: 0);
        _table.Set(20, 3, 10);
        _table.Set(21, 4, 20);
        Look(2, cpu: 6, bytes: 0, 20, 21);
        _table.Remove(20);

        Look(3, cpu: 6, bytes: 0, 21);

        Assert.Equal(new ProcessUsage(TimeSpan.FromSeconds(8), 30), _usage.Total);
    }

    [Fact]
    public void Read_ProcessIdGivenOutAgain_KeepsWhatTheFirstWorkerUsed()
    {
        Look(1, cpu: 0, bytes: 0);
        _table.Set(20, 3, 10);
        Look(2, cpu: 0, bytes: 0, 20);
        _table.Set(20, 1, 5);

        Look(3, cpu: 0, bytes: 0, 20);

        Assert.Equal(new ProcessUsage(TimeSpan.FromSeconds(4), 15), _usage.Total);
    }

    [Fact]
    public void Read_BytesMayNotBeRead_AreUnknownAndProcessorTimeIsThere()
    {
        Look(1, cpu: 1, bytes: null);
        Look(2, cpu: 3, bytes: null);

        Assert.Equal(new ProcessUsage(TimeSpan.FromSeconds(2), null), _usage.Total);
    }

    [Fact]
    public void Read_BackendThatMayNotBeLookedAt_IsUnknown()
    {
        _usage.Read(_table, 1, [], TimeSpan.FromSeconds(1));

        Assert.Null(_usage.Total);
    }

    [Fact]
    public void Read_BackendThatHasEnded_KeepsWhatItHad()
    {
        Look(1, cpu: 1, bytes: 0);
        Look(2, cpu: 3, bytes: 0);
        _table.Remove(1);

        _usage.Read(_table, 1, [], TimeSpan.FromSeconds(3));

        Assert.Equal(TimeSpan.FromSeconds(2), _usage.Total?.Cpu);
    }

    [Fact]
    public void IsDue_OldQuery_IsLookedAtWhenItHasGrownAnEighth()
    {
        Look(80, cpu: 1, bytes: 0);

        Assert.False(_usage.IsDue(TimeSpan.FromSeconds(89)));
        Assert.True(_usage.IsDue(TimeSpan.FromSeconds(90)));
    }

    private void Look(double age, double cpu, long? bytes, params int[] workers)
    {
        _table.Set(1, cpu, bytes);
        _usage.Read(_table, 1, workers, TimeSpan.FromSeconds(age));
    }

    private sealed class ProcessTable : IProcessUsageReader
    {
        private readonly Dictionary<int, ProcessUsage> _processes = [];

        public void Set(int processId, double cpu, long? bytes) =>
            _processes[processId] = new ProcessUsage(TimeSpan.FromSeconds(cpu), bytes);

        public void Remove(int processId) => _processes.Remove(processId);

        public ProcessUsage? Read(int processId) => _processes.TryGetValue(processId, out var usage) ? usage : null;
    }
}
