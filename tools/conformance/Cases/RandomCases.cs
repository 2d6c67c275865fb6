namespace RgPolicy.Conformance.Cases;

/// <summary>Cases by chance: nobody says what is to come of them; two hosts must agree.</summary>
internal static class RandomCases
{
    private const int StepsInCase = 30;
    private static readonly string[] Groups = [".", "a", "b", "c"];
    private static readonly string[] Monitors = ["m", "n"];

    private static readonly string[] Masks =
    [
        "1",
        "3",
        "f",
        "ff",
        "f0",
        "ff0",
        "5",
        "3ff",
        "3fc00",
        "ffc00",
        "fffff",
        "0",
        "1fffff",
        "0xf",
        "zz",
        "",
        "c0000",
        "7ff",
    ];

    private static readonly string[] Rates = ["10", "55", "100", "101", "9", "x", "70"];
    private static readonly string[] CpuSets = ["0", "1", "1-2", "2-3", "0-3", "3,1", "9", "x", "", "0-3:1/2"];
    private static readonly string[] Weights = ["1", "20", "100", "10000", "0", "10001", "x", "-1"];
    private static readonly string[] Controllers =
    [
        "+cpu",
        "-cpu",
        "+memory",
        "-memory",
        "+cpuset +cpu",
        "+cpu -memory",
    ];

    /// <summary>The cases of a seed.</summary>
    public static ImmutableArray<ConformanceCase> Make(int seed, int count)
    {
        var random = new Random(seed);
        var cases = ImmutableArray.CreateBuilder<ConformanceCase>();
        for (var number = 1; number <= count; number++)
        {
            Func<Random, string[]> next = number % 3 == 0 ? CgroupStep : ResctrlStep;
            string[][] start =
                number % 3 == 0
                    ?
                    [
                        ["task", "A"],
                        ["task", "B"],
                        ["write", "c:./cgroup.subtree_control", "+cpu +memory"],
                    ]
                    :
                    [
                        ["task", "A"],
                        ["task", "B"],
                        ["mkdir", "a"],
                        ["mkdir", "b"],
                    ];
            var steps = start
                .Concat(Enumerable.Range(0, StepsInCase).Select(_ => next(random)))
                .Select((words, line) => new ConformanceStep(line + 1, words[0], [.. words[1..]], string.Empty));
            cases.Add(
                new ConformanceCase(
                    string.Create(CultureInfo.InvariantCulture, $"X{number}"),
                    "by chance",
                    string.Empty,
                    [.. steps]
                )
            );
        }

        return cases.ToImmutable();
    }

    private static string[] ResctrlStep(Random random)
    {
        var group = Pick(random, Groups);
        var named = Pick(random, Groups[1..]);
        var monitor = $"{group}/mon_groups/{Pick(random, Monitors)}";
        return random.Next(16) switch
        {
            0 => ["mkdir", named],
            1 => ["rmdir", named],
            2 => ["mkdir", $"{named}/mon_groups/{Pick(random, Monitors)}"],
            3 =>
            [
                "rename",
                $"{named}/mon_groups/{Pick(random, Monitors)}",
                $"{Pick(random, Groups[1..])}/mon_groups/{Pick(random, Monitors)}",
            ],
            4 => ["write", File(group, "mode"), Pick(random, ["exclusive\n", "shareable\n", "exclusive"])],
            5 =>
            [
                "write",
                File(group, "tasks"),
                Pick(random, ["{A}\n", "{B}", "{A},{B}\n", "{B},4000000,{A}\n", "x,{A}\n"]),
            ],
            6 when group != "." => ["write", monitor + "/tasks", Pick(random, ["{A}\n", "{B},{A}\n"])],
            7 => ["write", File(group, "cpus_list"), Pick(random, CpuSets) + "\n"],
            8 => ["read", File(group, "cpus_list")],
            9 => ["read", File(group, "mode")],
            10 => ["members", File(group, "tasks")],
            11 => ["where", Pick(random, ["A", "B"])],
            12 => ["read", File(group, "schemata")],
            13 => ["read", "./info/L3/bit_usage"],
            _ => ["write", File(group, "schemata"), Line(random) + (random.Next(4) == 0 ? Line(random) : string.Empty)],
        };
    }

    private static string Line(Random random)
    {
        var domain = random.Next(8) == 0 ? 7 : random.Next(2);
        var text =
            random.Next(3) == 0
                ? string.Create(CultureInfo.InvariantCulture, $"MB:{domain}={Pick(random, Rates)}")
                : string.Create(CultureInfo.InvariantCulture, $"L3:0={Pick(random, Masks)};1={Pick(random, Masks)}");
        return random.Next(12) == 0 ? text : text + "\n";
    }

    private static string[] CgroupStep(Random random)
    {
        var group = Pick(random, ["c:a", "c:a/t", "c:a/u", "c:b", "c:a/t/v"]);
        return random.Next(11) switch
        {
            0 or 1 => ["mkdir", group],
            2 => ["rmdir", group],
            3 => ["write", group + "/cgroup.type", Pick(random, ["threaded\n", "threaded", "domain\n"])],
            4 => ["write", group + "/cgroup.subtree_control", Pick(random, Controllers)],
            5 => ["write", group + "/cgroup.procs", Pick(random, ["{A}", "{B}", "-1", "x"])],
            6 => ["write", group + "/cpu.weight", Pick(random, Weights)],
            7 => ["read", group + "/cpu.weight"],
            8 => ["read", group + "/cgroup.type"],
            9 => ["read", group + "/cgroup.subtree_control"],
            _ => ["members", group + "/cgroup.threads"],
        };
    }

    private static string File(string group, string name) => $"{group}/{name}";

    private static string Pick(Random random, string[] from) => from[random.Next(from.Length)];
}
