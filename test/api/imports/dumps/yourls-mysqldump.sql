/*M!999999\- enable the sandbox mode */ 
-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)
--
-- Host: localhost    Database: short
-- ------------------------------------------------------
-- Server version	8.0.36

/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;
/*!50503 SET NAMES utf8mb4 */;
/*!40103 SET TIME_ZONE='+00:00' */;

--
-- Table structure for table `yourls_log`
--

DROP TABLE IF EXISTS `yourls_log`;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `yourls_log` (
  `click_id` int NOT NULL AUTO_INCREMENT,
  `click_time` datetime NOT NULL,
  `shorturl` varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `referrer` varchar(200) NOT NULL,
  `user_agent` varchar(255) NOT NULL,
  `ip_address` varchar(41) NOT NULL,
  `country_code` char(2) NOT NULL,
  PRIMARY KEY (`click_id`),
  KEY `shorturl` (`shorturl`,`referrer`(10))
) ENGINE=InnoDB AUTO_INCREMENT=6 DEFAULT CHARSET=utf8mb4 COMMENT='it''s; a (log)';

--
-- Dumping data for table `yourls_log`
--

LOCK TABLES `yourls_log` WRITE;
/*!40000 ALTER TABLE `yourls_log` DISABLE KEYS */;
INSERT INTO `yourls_log` VALUES (1,'2023-05-06 07:08:09','SLUG-news','https://www.google.com/search?q=it\'s','Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0','81.2.69.142','GB'),(2,'2023-05-06 09:00:00','SLUG-news','direct','Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0','81.2.69.142','GB'),(3,'2023-05-07 00:00:00','SLUG-news','direct','Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0','81.2.69.143',''),(4,'2023-05-08 10:00:00','SLUG-deleted','direct','curl/8.0','192.0.2.1','US'),(5,'0000-00-00 00:00:00','SLUG-news','direct','curl/8.0','192.0.2.1','US');
INSERT INTO `yourls_log` VALUES (6,'2023-06-01 10:00:00','SLUG-plain','direct','Googlebot/2.1 (+http://www.google.com/bot.html)','2001:db8::1','');
/*!40000 ALTER TABLE `yourls_log` ENABLE KEYS */;
UNLOCK TABLES;

--
-- Table structure for table `yourls_options`
--

CREATE TABLE `yourls_options` (
  `option_id` bigint unsigned NOT NULL AUTO_INCREMENT,
  `option_name` varchar(64) NOT NULL DEFAULT '',
  `option_value` longtext NOT NULL,
  PRIMARY KEY (`option_id`,`option_name`)
);
INSERT INTO `yourls_options` VALUES (1,'version','1.9.2'),(2,'trap','INSERT INTO `yourls_url` VALUES (\'x\',\'https://example.com/trap\',\'\',\'2020-01-01 00:00:00\',\'\',0);\n-- \\'),(3,'core_version_checks','O:8:\"stdClass\":1:{s:1:\"a\";i:0;}');

--
-- Table structure for table `yourls_url`
--

CREATE TABLE `yourls_url` (
  `keyword` varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL DEFAULT '',
  `url` text NOT NULL,
  `title` text,
  `timestamp` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP,
  `ip` varchar(41) NOT NULL,
  `clicks` int unsigned NOT NULL,
  PRIMARY KEY (`keyword`),
  KEY `timestamp` (`timestamp`),
  KEY `ip` (`ip`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;

LOCK TABLES `yourls_url` WRITE;
INSERT INTO `yourls_url` VALUES ('SLUG-news','https://example.com/news?a=1&b=(2),(3);','It\'s \"new\"; a\\b – überall','2020-03-01 10:00:00','81.2.69.142',1234),('SLUG-plain','https://example.com/plain',NULL,'2021-01-02 03:04:05','2001:db8::1',7);
UNLOCK TABLES;
/*!40103 SET TIME_ZONE=@OLD_TIME_ZONE */;

-- Dump completed on 2026-01-31 12:00:00
