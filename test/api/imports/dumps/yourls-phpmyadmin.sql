-- phpMyAdmin SQL Dump
-- version 5.2.1
-- https://www.phpmyadmin.net/
--
-- Host: localhost:3306
-- Generation Time: Jan 31, 2026 at 12:00 PM

SET SQL_MODE = "NO_AUTO_VALUE_ON_ZERO";
START TRANSACTION;
SET time_zone = "+00:00";

/*!40101 SET NAMES utf8mb4 */;

--
-- Database: `short`
--

-- --------------------------------------------------------

--
-- Table structure for table `go_log`
--

CREATE TABLE IF NOT EXISTS `go_log` (
  `click_id` int(11) NOT NULL,
  `click_time` datetime NOT NULL,
  `shorturl` varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `referrer` varchar(200) NOT NULL,
  `user_agent` varchar(255) NOT NULL,
  `ip_address` varchar(41) NOT NULL,
  `country_code` char(2) NOT NULL
) ENGINE=MyISAM DEFAULT CHARSET=utf8mb4;

--
-- Dumping data for table `go_log`
--

INSERT INTO `go_log` (`click_id`, `click_time`, `shorturl`, `referrer`, `user_agent`, `ip_address`, `country_code`) VALUES
(1, '2024-02-03 04:05:06', 'SLUG-one', 'direct', 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', '192.0.2.7', 'DE');

-- --------------------------------------------------------

CREATE TABLE IF NOT EXISTS `go_url` (
  `keyword` varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL DEFAULT '',
  `url` text NOT NULL,
  `title` text CHARACTER SET utf8mb4 DEFAULT NULL,
  `timestamp` timestamp NOT NULL DEFAULT current_timestamp(),
  `ip` varchar(41) NOT NULL,
  `clicks` int(10) UNSIGNED NOT NULL
) ENGINE=MyISAM DEFAULT CHARSET=utf8mb4;

INSERT INTO `go_url` (`keyword`, `url`, `title`, `timestamp`, `ip`, `clicks`) VALUES
('SLUG-one', 'https://example.com/one', 'One''s title', '2022-02-03 04:05:06', '192.0.2.7', 5),
('SLUG-two', 0x68747470733a2f2f6578616d706c652e636f6d2f74776f, '', '2022-02-04 00:00:00', '192.0.2.7', '0');

ALTER TABLE `go_url`
  ADD PRIMARY KEY (`keyword`);
COMMIT;
