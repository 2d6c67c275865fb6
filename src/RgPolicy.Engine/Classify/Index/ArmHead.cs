namespace RgPolicy.Engine.Classify.Index;

/// <summary>Where an arm is to be found in an <see cref="ArmTable"/>.</summary>
/// <param name="Class">The class's index.</param>
/// <param name="FirstNumber">Its first test of a number.</param>
/// <param name="NumberCount">How many tests of numbers follow each other from there.</param>
/// <param name="FirstRank">Its first test of a rank.</param>
/// <param name="RankCount">How many tests of ranks follow each other from there.</param>
/// <param name="HasMore">There is more to it than tests.</param>
internal readonly record struct ArmHead(
    int Class,
    int FirstNumber,
    int NumberCount,
    int FirstRank,
    int RankCount,
    bool HasMore
);
