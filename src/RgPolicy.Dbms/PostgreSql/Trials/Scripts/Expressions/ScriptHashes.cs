namespace RgPolicy.Dbms.PostgreSql.Trials.Scripts.Expressions;

/// <summary>pgbench's hashes; <c>permute</c> is another permutation than pgbench's.</summary>
internal static class ScriptHashes
{
    private const ulong FnvBasis = 0xcbf29ce484222325;
    private const ulong FnvPrime = 0x100000001b3;
    private const ulong MurmurFactor = 0xc6a4a7935bd1e995;
    private const int MurmurShift = 47;
    private const int Octets = 8;
    private const int OctetBits = 8;
    private const int Rounds = 6;

    /// <summary>FNV-1a of the eight bytes of a number.</summary>
    public static long Fnv1a(long value, long seed)
    {
        unchecked
        {
            var (hash, left) = (FnvBasis ^ (ulong)seed, (ulong)value);
            for (var i = 0; i < Octets; i++)
            {
                hash = (hash ^ (left & 0xff)) * FnvPrime;
                left >>= OctetBits;
            }

            return (long)hash;
        }
    }

    /// <summary>MurmurHash2 of a number, 64 bits.</summary>
    public static long Murmur2(long value, long seed)
    {
        unchecked
        {
            var hash = (ulong)seed ^ (Octets * MurmurFactor);
            var k = (ulong)value * MurmurFactor;
            k = (k ^ (k >> MurmurShift)) * MurmurFactor;
            hash = (hash ^ k) * MurmurFactor;
            hash = (hash ^ (hash >> MurmurShift)) * MurmurFactor;
            return (long)(hash ^ (hash >> MurmurShift));
        }
    }

    /// <summary>Another order of the numbers below a size, the same for the same seed: rounds that can be undone, again
    /// until the number is below the size (cycle walking, Black and Rogaway 2002).</summary>
    public static long Permute(long value, long size, long seed)
    {
        if (size < 1)
            throw new ArgumentException("its size must be above 0");
        var mask = ulong.MaxValue >> System.Numerics.BitOperations.LeadingZeroCount((ulong)Math.Max(size - 1, 1));
        var at = (ulong)(((value % size) + size) % size);
        do
        {
            at = Mixed(at, mask, seed);
        } while (at >= (ulong)size);

        return (long)at;
    }

    // Each step maps the numbers under the mask one to one: an odd factor, a sum, and a shifted exclusive or.
    private static ulong Mixed(ulong value, ulong mask, long seed)
    {
        unchecked
        {
            var bits = System.Numerics.BitOperations.PopCount(mask);
            for (var round = 0; round < Rounds; round++)
            {
                var key = (ulong)Murmur2(round, seed);
                value = ((value * (key | 1)) + (key >> (OctetBits * 4))) & mask;
                value ^= value >> ((bits / 2) + 1);
            }

            return value;
        }
    }
}
