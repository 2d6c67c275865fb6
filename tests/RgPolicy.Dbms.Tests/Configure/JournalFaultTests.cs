using System.Text.Json;
using RgPolicy.Dbms.Configure;
using RgPolicy.Dbms.SqlServer.Hints;

namespace RgPolicy.Dbms.Tests.Configure;

/// <summary>The journals of changes and of hints on a full disk, and damaged.</summary>
public sealed class JournalFaultTests : IDisposable
{
    private static readonly ServerIdentity Server = new("sqlserver", "16.0", "", "shop");

    private readonly string _directory = Directory.CreateTempSubdirectory("rgp-journals-").FullName;

    public void Dispose() => Directory.Delete(_directory, recursive: true);

    [Fact]
    public void Save_DiskIsFull_WhatWasThereStaysAndTheNextOneSucceeds()
    {
        if (!File.Exists("/dev/full"))
            return;
        var journal = ChangeJournal.Open(_directory, Server);
        journal.Begin(DateTimeOffset.UnixEpoch, "r", Before);
        var draft = journal.Path + ".new";
        File.CreateSymbolicLink(draft, "/dev/full");

        var failure = Assert.Throws<ConfigureException>(() => journal.End(ChangeStatus.Done));
        Assert.Contains("cannot be written", failure.Message, StringComparison.Ordinal);
        Assert.Equal(ChangeStatus.Begun, Assert.Single(ChangeJournal.Open(_directory, Server).Entries).Status);

        File.Delete(draft);
        journal.End(ChangeStatus.Done);
        Assert.Equal(ChangeStatus.Done, Assert.Single(ChangeJournal.Open(_directory, Server).Entries).Status);
    }

    [Theory]
    [InlineData("")]
    [InlineData("\0\0\0\0")]
    [InlineData("null")]
    [InlineData("[null]")]
    [InlineData("[{}]")]
    [InlineData("[{\"at\":\"2026-11-22T00:00:00Z\",\"revision\":null,\"before\":{},\"status\":\"Gone\"}]")]
    public void Open_DamagedChanges_IsRefusedWithWhatToDo(string content)
    {
        var path = ChangeJournal.Open(_directory, Server).Path;
        File.WriteAllText(path, content);

        var failure = Assert.Throws<ConfigureException>(() => ChangeJournal.Open(_directory, Server));
        Assert.Contains("is damaged", failure.Message, StringComparison.Ordinal);
        Assert.Contains("backup", failure.Next, StringComparison.Ordinal);
        Assert.Equal(content, File.ReadAllText(path));
    }

    [Fact]
    public void Open_DamagedHints_WhatCanBeReadIsKeptAndItIsTold()
    {
        var journal = HintJournal.Open(_directory, Server);
        foreach (var query in new[] { 1, 2, 3 })
        {
            journal.Put(
                new HintEntry("Sales", query, "0xAB", "OPTION (MAXDOP 1)", null, "points", DateTimeOffset.UnixEpoch)
            );
        }

        var path = Assert.Single(Directory.GetFiles(_directory));
        var whole = File.ReadAllBytes(path);
        for (var length = 0; length < whole.Length - 1; length += 7)
        {
            File.WriteAllBytes(path, whole[..length]);
            var salvaged = HintJournal.Open(_directory, Server);

            Assert.Contains("is damaged", salvaged.Damage, StringComparison.Ordinal);
            Assert.Equal(Encoding.UTF8.GetString(whole[..length]).Split('}').Length - 1, salvaged.Entries.Length);
            Assert.Null(HintJournal.Open(_directory, Server).Damage);
        }

        Assert.Equal((whole.Length - 2) / 7 + 1, Directory.GetFiles(_directory, "*.damaged-*").Length);
    }

    private static JsonElement Before => JsonDocument.Parse("{\"pools\":[]}").RootElement;
}
