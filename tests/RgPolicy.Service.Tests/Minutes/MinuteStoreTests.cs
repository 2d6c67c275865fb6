using Microsoft.Data.Sqlite;
using RgPolicy.Service.Minutes;
using RgPolicy.Service.Tests.Scripted;
using RgPolicy.Testing;

namespace RgPolicy.Service.Tests.Minutes;

public sealed class MinuteStoreTests : IDisposable
{
    private readonly LoopScene _scene = new();
    private readonly string _directory = Directory.CreateTempSubdirectory("rgp-minutes-").FullName;

    private string FilePath => Path.Combine(_directory, "a", "main.minutes");

    private DateTimeOffset Now => _scene.Time.GetUtcNow();

    public void Dispose() => Directory.Delete(_directory, recursive: true);

    [Fact]
    public void Read_WhatWasWritten_IsTheSameAfterARestart()
    {
        using (var store = Store())
        {
            store.Write(MinuteScene.Minute(Minute(-2), "it's \"x\"; DROP TABLE classes"));
            store.Write(MinuteScene.Minute(Minute(-1), isGoverned: false));
        }

        using var again = Store();
        var minutes = again.Read(TimeSpan.FromHours(1));

        Assert.Equal([Minute(-2), Minute(-1)], minutes.Select(each => each.Began));
        var span = Assert.Single(minutes[0].Classes);
        Assert.Equal(("it's \"x\"; DROP TABLE classes", true, 1L), (span.Class, span.IsGoverned, span.Durations.Count));
        Assert.Equal((2.5, 3.5), (span.CpuSeconds, span.ThrottledSeconds));
        Assert.Equal(new HostSpan(12.5, 1, null, 4, 2, 60, 60), minutes[0].Host);
        Assert.Equal([new PoolSpan("critical", null, 1, null), new PoolSpan("polluters", 2, 0.1, 4)], minutes[0].Pools);
        if (!OperatingSystem.IsWindows())
            Assert.False(File.GetUnixFileMode(FilePath).HasFlag(UnixFileMode.OtherRead));
    }

    [Fact]
    public void Read_HoursOfMinutes_AreTheirSum()
    {
        using var store = Store(inMemory: true);
        for (var number = 0; number < 90; number++)
            store.Write(MinuteScene.Minute(MinuteScene.Begin.AddMinutes(number), queries: 2));

        _scene.Time.Advance(MinuteScene.Begin.AddHours(2) - Now);
        var hours = store.Read(TimeSpan.FromHours(24));

        Assert.Equal([60 * 2L, 30 * 2L], hours.Select(hour => Assert.Single(hour.Classes).Durations.Count));
        Assert.Equal([3600, 1800], hours.Select(hour => hour.Host.SeenSeconds));
    }

    [Fact]
    public void Write_MinuteThatIsKeptAlready_TakesItsPlace()
    {
        using var store = Store(inMemory: true);
        store.Write(MinuteScene.Minute(Minute(-1), queries: 2));
        store.Write(MinuteScene.Minute(Minute(-1), queries: 3));

        Assert.Equal(3, Assert.Single(Assert.Single(store.Read(TimeSpan.FromHours(1))).Classes).Durations.Count);
    }

    [Fact]
    public void Write_AfterLong_KeepsTheMinutesOfTwoDaysAndTheHoursOfThirty()
    {
        using var file = MinuteFile.Open(null);
        var begin = MinuteScene.Begin;
        for (var hour = 0; hour < (30 * 24) + 5; hour++)
            file.Write(MinuteScene.Minute(begin.AddHours(hour)));

        Assert.Equal(30 * 24, file.Read(MinuteFile.Hour, begin, begin.AddDays(60)).Count);
        for (var minute = 0; minute < (48 * 60) + 5; minute++)
            file.Write(MinuteScene.Minute(begin.AddDays(31).AddMinutes(minute)));

        Assert.Equal(48 * 60, file.Read(MinuteFile.Minute, begin, begin.AddDays(60)).Count);
    }

    [Fact]
    public void Write_ClockWasSetAheadAndBack_KeepsWhatWasThere()
    {
        using var store = Store(inMemory: true);
        store.Write(MinuteScene.Minute(Minute(-2)));
        store.Write(MinuteScene.Minute(Minute(-2).AddDays(400)));
        store.Write(MinuteScene.Minute(Minute(-1)));

        Assert.Equal([Minute(-2), Minute(-1)], store.Read(TimeSpan.FromHours(1)).Select(each => each.Began));
    }

    [Theory]
    [InlineData(400)]
    [InlineData(-400)]
    public void Write_ClockWasElsewhereForLong_NothingIsTakenOfWhatIsKeptOnceItIsBack(int days)
    {
        using var file = MinuteFile.Open(null);
        var begin = MinuteScene.Begin;
        file.Write(MinuteScene.Minute(begin));
        var elsewhere = begin.AddDays(days);
        for (var hour = 0; hour < (30 * 24) + 20; hour++)
            file.Write(MinuteScene.Minute(elsewhere.AddHours(hour)));

        file.Write(MinuteScene.Minute(begin.AddHours(1)));
        file.Write(MinuteScene.Minute(begin.AddHours(2)));

        var kept = file.Read(MinuteFile.Hour, begin, begin.AddHours(9)).Select(each => (each.Began - begin).TotalHours);
        // Ahead, the clock has made the first one as old as any that is forgotten.
        Assert.Equal(days > 0 ? [1, 2] : [0, 1, 2], kept);
        Assert.Equal(
            days > 0 ? 30 * 24 : (30 * 24) - 3,
            file.Read(MinuteFile.Hour, elsewhere, elsewhere.AddDays(60)).Count
        );
    }

    [Fact]
    public void Read_StoreThatHasEnded_IsEmptyAndOpensNoFile()
    {
        var store = Store();
        store.Write(MinuteScene.Minute(Minute(-1)));
        store.Dispose();
        File.Delete(FilePath);

        Assert.Empty(store.Read(TimeSpan.FromHours(1)));
        Assert.False(File.Exists(FilePath));
        Assert.Null(store.Problem);
    }

    [Fact]
    public void Write_FileAtItsLargestSize_TheOldestMakeRoom()
    {
        const long MostBytes = 256 * 4096;
        using var file = MinuteFile.Open(null, MostBytes);
        var classes = Enumerable
            .Range(0, 40)
            .SelectMany(number => MinuteScene.Minute(MinuteScene.Begin, $"class{number}").Classes)
            .ToList();
        for (var number = 0; number < 600; number++)
            file.Write(MinuteScene.Minute(MinuteScene.Begin.AddMinutes(number)) with { Classes = classes });

        var kept = file.Read(MinuteFile.Minute, MinuteScene.Begin, MinuteScene.Begin.AddDays(60));
        Assert.InRange(kept.Count, 50, 500);
        Assert.Equal(MinuteScene.Begin.AddMinutes(599), kept[^1].Began);
        Assert.Equal(kept.Count - 1, (kept[^1].Began - kept[0].Began).TotalMinutes);
        var hours = file.Read(MinuteFile.Hour, MinuteScene.Begin, MinuteScene.Begin.AddDays(60));
        Assert.Equal(10, hours.Count);
        Assert.All(hours, hour => Assert.Equal(3600, hour.Host.SeenSeconds));
    }

    [Theory]
    [InlineData("UPDATE hosts SET running = NULL", true)]
    [InlineData("UPDATE hosts SET running = 'many'", false)]
    [InlineData("UPDATE classes SET durations = NULL", true)]
    [InlineData("UPDATE classes SET durations = 'x', cpu = x'00'", false)]
    [InlineData("UPDATE pools SET share = NULL", true)]
    [InlineData("ALTER TABLE classes RENAME COLUMN throttled TO other", true)]
    [InlineData("DROP TABLE pools; CREATE TABLE pools (length, began, pool, ways, share, cpus, bandwidth)", false)]
    public void Read_ValuesThatAreNone_NeverEndAnything(string damage, bool isDamage)
    {
        using (var store = Store())
        {
            store.Write(MinuteScene.Minute(Minute(-2)));
        }

        using (var connection = new SqliteConnection($"Data Source={FilePath};Pooling=False"))
        {
            connection.Open();
            using var command = connection.CreateCommand();
            command.CommandText = damage;
            command.ExecuteNonQuery();
        }

        AssertGoesOn();
        Assert.Equal(isDamage, File.Exists(FilePath + ".damaged.1"));
    }

    [Fact]
    public async Task ReadAsync_DiskThatHangs_HoldsOneThreadAndNobodyWaits()
    {
        using var hanging = new HangingClock();
        using var store = new MinuteStore(null, hanging, _scene);
        using var late = new CancellationTokenSource(TimeSpan.FromMilliseconds(200));

        var asked = Enumerable.Range(0, 64).Select(_ => store.ReadAsync(TimeSpan.FromHours(1), late.Token)).ToList();
        foreach (var each in asked)
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => each);

        Assert.InRange(hanging.Asked, 0, 1);
        hanging.GoOn();
        Assert.Empty(await store.ReadAsync(TimeSpan.FromHours(1), CancellationToken.None));
    }

    [Fact]
    public void MakeRoom_OfWhatIsKept_TakesTheOlderHalf()
    {
        using var file = MinuteFile.Open(null);
        for (var number = 0; number < 10; number++)
            file.Write(MinuteScene.Minute(MinuteScene.Begin.AddMinutes(number)));

        Assert.True(file.MakeRoom(MinuteFile.Minute));
        Assert.Equal(
            MinuteScene.Begin.AddMinutes(5),
            file.Read(MinuteFile.Minute, MinuteScene.Begin, MinuteScene.Begin.AddDays(1))[0].Began
        );
    }

    [Fact]
    public void Write_FileThatIsNone_IsSetAsideAndAnotherBegun()
    {
        Directory.CreateDirectory(Path.GetDirectoryName(FilePath)!);
        File.WriteAllText(FilePath, new string('x', 5000));
        using var store = Store();
        store.Write(MinuteScene.Minute(Minute(-2)));
        store.Write(MinuteScene.Minute(Minute(-1)));

        Assert.Equal(1, store.Lost);
        Assert.Null(store.Problem);
        Assert.Equal(Minute(-1), Assert.Single(store.Read(TimeSpan.FromHours(1))).Began);
        Assert.Equal(new string('x', 5000), File.ReadAllText(FilePath + ".damaged.1"));
        Assert.Contains(_scene.Messages, message => message.Contains("is damaged", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(4096)]
    [InlineData(2 * 4096)]
    [InlineData(4 * 4096)]
    public void Write_FileDamagedInside_GoesOnSoonerOrLater(int from)
    {
        using (var store = Store())
        {
            for (var number = 200; number > 1; number--)
                store.Write(MinuteScene.Minute(Minute(-number), $"class{number}"));
        }

        using (var file = File.OpenWrite(FilePath))
        {
            file.Position = from;
            file.Write(Enumerable.Repeat((byte)0x5A, 4096).ToArray());
        }

        AssertGoesOn();
    }

    [Fact]
    public void Write_DirectoryThatIsAFile_IsCountedAndSaidOnce()
    {
        File.WriteAllText(Path.Combine(_directory, "a"), "");
        using var store = Store();
        store.Write(MinuteScene.Minute(Minute(-2)));
        store.Write(MinuteScene.Minute(Minute(-1)));

        Assert.Equal(2, store.Lost);
        Assert.NotNull(store.Problem);
        Assert.Empty(store.Read(TimeSpan.FromHours(1)));
        Assert.Single(_scene.Messages, message => message.Contains("cannot be kept", StringComparison.Ordinal));
    }

    [SmallDiskFact]
    public void Write_DiskIsFullForAWhile_IsCountedAndGoesOnByItself()
    {
        using var disk = new SmallDisk();
        using var store = new MinuteStore(Path.Combine(disk.Directory, "m"), _scene.Time, _scene);
        store.Write(MinuteScene.Minute(Minute(-100)));
        Assert.Equal(0, store.Lost);
        disk.Fill();
        for (var number = 99; number > 50; number--)
            store.Write(MinuteScene.Minute(Minute(-number), $"class{number}"));

        Assert.True(store.Lost > 0);
        Assert.Single(_scene.Messages, message => message.Contains("cannot be kept", StringComparison.Ordinal));
        disk.Empty();
        store.Write(MinuteScene.Minute(Minute(-1)));

        Assert.Null(store.Problem);
        var kept = store.Read(TimeSpan.FromHours(3)).Select(each => each.Began).ToList();
        // What was there is not taken for what no disk has room for.
        Assert.Equal(Minute(-100), kept[0]);
        Assert.Contains(Minute(-1), kept);
        Assert.Contains(_scene.Messages, message => message.Contains("are kept in", StringComparison.Ordinal));
    }

    private void AssertGoesOn()
    {
        using var again = Store();
        again.Read(TimeSpan.FromHours(1));
        again.Write(MinuteScene.Minute(Minute(-1)));
        again.Write(MinuteScene.Minute(Minute(0)));

        Assert.Null(again.Problem);
        Assert.Contains(again.Read(TimeSpan.FromMinutes(5)), each => each.Began == Minute(0));
    }

    private DateTimeOffset Minute(int number)
    {
        var now = Now;
        return new DateTimeOffset(now.UtcTicks - (now.UtcTicks % TimeSpan.TicksPerMinute), TimeSpan.Zero).AddMinutes(
            number
        );
    }

    private MinuteStore Store(bool inMemory = false) => new(inMemory ? null : FilePath, _scene.Time, _scene);
}
