using RgPolicy.SidecarBench;

const string Usage = """
    usage: rgp-sidecar-bench figures BINARY     size, resident memory, time from start to the first answer
           rgp-sidecar-bench moves [THREADS]    re-classing threads beside a C program's bare writes (root)
           rgp-sidecar-bench once TASKS         moves the numbers on standard input into a group, as the sidecar does

    """;

switch (args)
{
    case ["figures", var binary]:
        return await BinaryFigures.RunAsync(Path.GetFullPath(binary), Console.Out);
    case ["moves"]:
        return MoveBench.Run(10_000, Console.Out);
    case ["moves", var text] when int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var threads):
        return MoveBench.Run(threads, Console.Out);
    case ["once", var tasks]:
        return MoveBench.Once(tasks, Console.In);
    default:
        Console.Error.Write(Usage);
        return 2;
}
