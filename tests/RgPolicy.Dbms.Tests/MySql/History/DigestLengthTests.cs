using RgPolicy.Dbms.MySql.History;

namespace RgPolicy.Dbms.Tests.MySql.History;

public sealed class DigestLengthTests
{
    // Five words and signs of two bytes, and names of one, one and two bytes with four before each.
    private const string Digest = "SELECT `a` FROM `b` WHERE `é` = ?";
    private const int Bytes = 5 * 2 + 5 + 5 + 6;
    private const int LongestName = 196;

    [Theory]
    [InlineData(Bytes + LongestName, false)]
    [InlineData(Bytes + LongestName - 1, true)]
    [InlineData(0, true)]
    public void MayBeCut_NextNameHasRoomOrNot_IsTold(long most, bool expected) =>
        Assert.Equal(expected, DigestLength.MayBeCut(Digest, most));
}
