using FsCheck;
using FsCheck.Fluent;
using RgPolicy.Dbms.Caching;

namespace RgPolicy.Dbms.Tests.Caching;

public sealed class LeastRecentlyUsedTests
{
    private const int Capacity = 4;

    [Fact]
    public void TryGet_AnyUse_AgreesWithAPlainList() =>
        Prop.ForAll(
                Gen.Choose(-8, 8).ListOf().ToArbitrary(),
                uses =>
                {
                    var map = new LeastRecentlyUsed<int, int>(Capacity);
                    var plain = new List<int>();
                    foreach (var use in uses)
                    {
                        var key = Math.Abs(use);
                        if (use >= 0)
                        {
                            map.Put(key, key * 2);
                            plain.Remove(key);
                            plain.Insert(0, key);
                            if (plain.Count > Capacity)
                                plain.RemoveAt(Capacity);
                        }
                        else
                        {
                            if (map.TryGet(key, out var value) != plain.Contains(key))
                                return false;
                            if (!plain.Remove(key))
                                continue;
                            if (value != key * 2)
                                return false;
                            plain.Insert(0, key);
                        }
                    }

                    return map.Count == plain.Count;
                }
            )
            .QuickCheckThrowOnFailure();
}
