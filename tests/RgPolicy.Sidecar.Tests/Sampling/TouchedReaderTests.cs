using RgPolicy.Sidecar.Sampling;

namespace RgPolicy.Sidecar.Tests.Sampling;

public sealed class TouchedReaderTests
{
    [Fact]
    public void Take_MappingsOfEachKind_TellsOwnFromSharedAndLeavesFilesOut()
    {
        var sum = Read(
            """
            55d0c0a00000-55d0c0f00000 r-xp 00001000 08:01 1311          /usr/lib/postgresql/16/bin/postgres
            Referenced:         3000 kB
            55d0c2a00000-55d0c2f00000 rw-p 00000000 00:00 0                          [heap]
            Rss:                9999 kB
            Referenced:         4 kB
            7f0000000000-7f0010000000 rw-s 00000000 00:01 1024                       /dev/zero (deleted)
            Referenced:          128 kB
            VmFlags: rd wr sh mr mw me ms
            7f0020000000-7f0020100000 rw-s 00000000 00:1b 3                          /dev/shm/PostgreSQL.1: Referenced: 7 kB
            Referenced:            8 kB
            7fff00000000-7fff00100000 rw-p 00000000 00:00 0
            Referenced:           12 kB
            """
        );

        Assert.Equal(new TouchedBytes(16 * 1024, 136 * 1024, 0), sum);
    }

    [Fact]
    public void Take_HugePages_AreCountedSinceTheyHaveNoMarks() =>
        Assert.Equal(
            2048 * 1024,
            Read(
                """
                7f0000000000-7f0010000000 rw-s 00000000 00:10 1024                       /anon_hugepage (deleted)
                Referenced:            0 kB
                Shared_Hugetlb:     2048 kB
                Private_Hugetlb:       0 kB
                """
            ).Huge
        );

    [Theory]
    [InlineData("")]
    [InlineData("Referenced:")]
    [InlineData("Referenced: x kB")]
    [InlineData("Referenced: 99999999999999999999999 kB")]
    [InlineData(" ")]
    public void Take_LinesThatAreNone_CountNothing(string line) => Assert.Equal(default, Read(line));

    [Fact]
    public void Read_TimeIsOver_SaysThatItWasCut()
    {
        using var file = File.OpenHandle("/proc/self/smaps");
        var reader = new TouchedReader();

        var cut = reader.Read((int)file.DangerousGetHandle(), until: 0);
        Assert.Equal((null, true), (cut, reader.WasCut));

        var whole = reader.Read((int)file.DangerousGetHandle(), until: long.MaxValue);
        Assert.True(whole is { Private: > 0 });
        Assert.False(reader.WasCut);
    }

    [Fact]
    public void With_WorkerOfTheQuery_AddsItsOwnAndTakesTheLargerShare() =>
        Assert.Equal(new TouchedBytes(12, 9, 3), new TouchedBytes(5, 9, 1).With(new TouchedBytes(7, 8, 2)));

    private static TouchedBytes Read(string text)
    {
        var reader = new TouchedReader();
        foreach (var line in text.ReplaceLineEndings("\n").Split('\n'))
            reader.Take(Encoding.ASCII.GetBytes(line));

        return reader.Sum;
    }
}
