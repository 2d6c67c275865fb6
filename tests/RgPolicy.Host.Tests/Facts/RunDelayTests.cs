using RgPolicy.Host.Facts;

namespace RgPolicy.Host.Tests.Facts;

public sealed class RunDelayTests
{
    [Fact]
    public void Of_SeveralThreads_IsWhatAllWaited()
    {
        using var tree = new FakeTree()
            .With("/proc/5/task/5/schedstat", "1000 2000000 7\n")
            .With("/proc/5/task/6/schedstat", "9 500000 1\n");

        Assert.Equal(TimeSpan.FromMilliseconds(2.5), RunDelay.Of(tree.Root, 5));
    }

    [Theory]
    [InlineData("")]
    [InlineData("1 2")]
    [InlineData("a b c")]
    [InlineData("1 -2 3")]
    public void Of_NotCounted_IsUnknown(string text)
    {
        using var tree = new FakeTree().With("/proc/5/task/5/schedstat", text);

        Assert.Null(RunDelay.Of(tree.Root, 5));
        Assert.Null(RunDelay.Of(tree.Root, 6));
    }

    [Fact]
    public void Of_ThisProcess_NeverFalls()
    {
        var before = RunDelay.Of(FileRoot.Machine, Environment.ProcessId);
        if (before is null)
            return;

        Assert.True(before >= TimeSpan.Zero);
    }
}
