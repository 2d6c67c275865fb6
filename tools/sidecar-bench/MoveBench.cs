using System.Diagnostics;
using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Levers;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.SidecarBench;

/// <summary>Moves many threads between two cgroups and sets their CPUs, as the sidecar does and as a C
/// program does, in turns.</summary>
internal static class MoveBench
{
    private const int Rounds = 9;
    private const double Limit = 1.2;

    /// <summary>Prints both and their ratio; 0 when it is within the limit.</summary>
    public static int Run(int threads, TextWriter output)
    {
        if (CgroupHierarchy.Find(FileRoot.Machine, Environment.ProcessId) is not { Version: 1 } hierarchy)
        {
            output.WriteLine("this benchmark needs a cgroup v1 hierarchy with the cpu controller");
            return 3;
        }

        var directory = Directory.CreateTempSubdirectory("rgp-moves-").FullName;
        string[] groups = [hierarchy.Directory + "/rgpbench_a", hierarchy.Directory + "/rgpbench_b"];
        using var sleeper = Start(Compile(directory, "threads"), threads.ToString(CultureInfo.InvariantCulture));
        try
        {
            var bare = Compile(directory, "bare");
            var ids = ReadIds(sleeper);
            Array.ForEach(groups, g => _ = KernelFile.MakeDirectory(g));
            return Compare(ids, groups, bare, output);
        }
        finally
        {
            sleeper.Kill();
            sleeper.WaitForExit();
            foreach (var group in groups)
            {
                for (var i = 0; i < 200 && KernelFile.RemoveDirectory(group) == Errno.Busy; i++)
                    Thread.Sleep(10);
            }

            Directory.Delete(directory, recursive: true);
        }
    }

    /// <summary>Moves the numbers that are read into a group: for counting its system calls.</summary>
    public static int Once(string tasks, TextReader input)
    {
        int[] ids =
        [
            .. input
                .ReadToEnd()
                .Split('\n', StringSplitOptions.RemoveEmptyEntries)
                .Select(t => int.Parse(t, CultureInfo.InvariantCulture)),
        ];
        return TaskList.Move(MachineTree.Here, Path.GetDirectoryName(tasks) ?? tasks, ids) == 0 ? 0 : 1;
    }

    private static int Compare(int[] ids, string[] groups, string bare, TextWriter output)
    {
        var own = new List<double>();
        var other = new List<double>();
        var cpus = ImmutableArray.Create(0);
        for (var round = 0; round <= Rounds; round++)
        {
            // Each round moves there by one program and back by the other, in changing order.
            var (first, second) = round % 2 == 0 ? (own, other) : (other, own);
            first.Add(first == own ? Own(ids, groups[0], cpus) : Bare(bare, ids, groups[0], 1));
            second.Add(second == own ? Own(ids, groups[1], [0, 1]) : Bare(bare, ids, groups[1], 2));
        }

        var (mine, c) = (Median(own), Median(other));
        output.WriteLine(
            string.Create(
                CultureInfo.InvariantCulture,
                $"{ids.Length} threads, {Rounds} rounds, medians: the sidecar's code {mine / 1e6:F1} ms, bare writes "
                    + $"in C {c / 1e6:F1} ms, ratio {mine / c:F2} (limit {Limit})"
            )
        );
        return mine <= Limit * c ? 0 : 1;
    }

    private static double Own(int[] ids, string group, ImmutableArray<int> cpus)
    {
        var started = Stopwatch.GetTimestamp();
        var error = TaskList.MoveEach(MachineTree.Here, group + "/tasks", ids);
        error = error == 0 ? Scheduling.SetAffinityOf(ids, cpus) : error;
        var elapsed = Stopwatch.GetElapsedTime(started).TotalNanoseconds;
        return error == 0 ? elapsed : throw new InvalidOperationException(Errno.Describe(error));
    }

    private static double Bare(string program, int[] ids, string group, int cpus)
    {
        using var process = Start(program, group + "/tasks", cpus.ToString(CultureInfo.InvariantCulture));
        process.StandardInput.Write(string.Join('\n', ids) + "\n");
        process.StandardInput.Close();
        var text = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return process.ExitCode == 0
            ? double.Parse(text, CultureInfo.InvariantCulture)
            : throw new InvalidOperationException("the C program failed");
    }

    // The first round warms both up.
    private static double Median(List<double> times) => times.Skip(1).Order().ElementAt((times.Count - 1) / 2);

    private static int[] ReadIds(Process process)
    {
        var ids = new List<int>();
        while (process.StandardOutput.ReadLine() is { } line && line != "all")
            ids.Add(int.Parse(line, CultureInfo.InvariantCulture));

        return [.. ids];
    }

    private static string Compile(string directory, string name)
    {
        var program = Path.Join(directory, name);
        using var compiler = Start(
            "gcc",
            "-O2",
            "-pthread",
            "-o",
            program,
            Path.Join(AppContext.BaseDirectory, name + ".c")
        );
        compiler.WaitForExit();
        return compiler.ExitCode == 0 ? program : throw new InvalidOperationException("gcc is needed, and failed");
    }

    private static Process Start(string program, params string[] words) =>
        Process.Start(
            new ProcessStartInfo(program, words)
            {
                UseShellExecute = false,
                RedirectStandardOutput = true,
                RedirectStandardInput = true,
            }
        ) ?? throw new InvalidOperationException(program + " cannot be started");
}
