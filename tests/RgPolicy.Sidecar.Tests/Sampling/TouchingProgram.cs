namespace RgPolicy.Sidecar.Tests.Sampling;

/// <summary>
/// A program with a hot set of a known size in a larger memory: <c>touch MIB uniform|zipf|scan</c>. With <c>scan</c> it
/// also reads 32 MiB/s of the rest in sequence, as a query does that looks rows up while it streams. Says every second
/// how many look-ups it has done.
/// </summary>
internal static class TouchingProgram
{
    private const int Page = 4096;
    private const long ColdMebibytes = 256;
    private const int LookUpsPerRound = 4096;

    internal static int Run(string mebibytes, string shape)
    {
        var hot = long.Parse(mebibytes, CultureInfo.InvariantCulture) * 256;
        var pages = hot + (ColdMebibytes * 256);
        var memory = new byte[pages * Page];
        for (long page = 0; page < pages; page++)
            memory[page * Page] = 1;

        Console.WriteLine("ready");
        Touch(memory, hot, pages, shape);
        return 0;
    }

    private static void Touch(byte[] memory, long hot, long pages, string shape)
    {
        ulong random = 88172645463325252;
        var streamed = 0L;
        var (done, said) = (0L, 0L);
        var began = Environment.TickCount64;
        while (true)
        {
            for (var each = 0; each < LookUpsPerRound; each++)
            {
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                memory[PageOf(random, hot, shape) * Page]++;
            }

            done += LookUpsPerRound;
            if ((Environment.TickCount64 - began) / 1000 > said)
            {
                Console.WriteLine(done.ToString(CultureInfo.InvariantCulture));
                said++;
            }

            // 32 MiB/s are 8,192 pages a second.
            for (
                var due = (Environment.TickCount64 - began) * 8192 / 1000;
                shape == "scan" && streamed < due;
                streamed++
            )
                memory[(hot + (streamed % (pages - hot))) * Page]++;
        }
    }

    // The logarithm of the rank is even: each page twice as far down is touched half as often.
    private static long PageOf(ulong random, long hot, string shape)
    {
        var even = (random >> 11) / (double)(1UL << 53);
        return shape == "zipf" ? (long)Math.Pow(hot, even) - 1 : (long)(even * hot);
    }
}
