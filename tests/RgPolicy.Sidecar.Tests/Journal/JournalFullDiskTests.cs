using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Journal;
using RgPolicy.Testing;

namespace RgPolicy.Sidecar.Tests.Journal;

/// <summary>The journal on a disk that is full for a while.</summary>
public sealed class JournalFullDiskTests
{
    [SmallDiskFact]
    public void Add_DiskIsFullForAWhile_WhatWasAcceptedIsReadAgain()
    {
        using var disk = new SmallDisk();
        using var journal = JournalFile.Open(FileRoot.Machine, disk.Directory, out _);
        Assert.NotNull(journal);
        Assert.Equal(0, journal.AddProcesses([Process(2)]));
        disk.Fill();
        List<int> accepted = [2];
        for (var id = 3; id < 200; id++)
        {
            if (journal.AddProcesses([Process(id)]) == 0)
                accepted.Add(id);
        }

        Assert.InRange(accepted.Count, 1, 100);
        disk.Empty();
        Assert.Equal(0, journal.AddProcesses([Process(500)]));
        using var again = JournalFile.Open(FileRoot.Machine, disk.Directory, out _);
        Assert.Superset(
            new HashSet<int>(accepted) { 500 },
            again!.Content.Processes.Select(each => each.ProcessId).ToHashSet()
        );
    }

    private static ProcessOriginal Process(int id) =>
        new()
        {
            ProcessId = id,
            StartTime = 1,
            Touched = TouchedLevers.Cgroup,
            CgroupVersion = 1,
            CgroupPath = "/",
            Threads = [new ThreadOriginal(id, "0", 0, null, null)],
        };
}
